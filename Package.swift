// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TreeRedux",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "TreeDiff", targets: ["TreeDiff"]),
    .library(name: "TreeRedux", targets: ["TreeRedux"]),
    .library(name: "TreeReduxTesting", targets: ["TreeReduxTesting"]),
    .executable(name: "feed", targets: ["feed"]),
  ],
  targets: [
    .target(name: "TreeDiff", swiftSettings: [.strictMemorySafety()]),
    .target(name: "TreeRedux", dependencies: ["TreeDiff"], swiftSettings: [.strictMemorySafety()]),
    .target(name: "TreeReduxTesting", dependencies: ["TreeRedux", "TreeDiff"]),
    .executableTarget(
      name: "feed", dependencies: ["TreeRedux", "TreeDiff"], path: "Examples/Feed", exclude: ["Sample"]),
    .target(name: "TestSupport", dependencies: ["TreeRedux", "TreeDiff"], path: "Tests/TestSupport"),
    .target(name: "TestFeatures", dependencies: ["TreeRedux", "TreeDiff"], path: "Tests/TestFeatures"),
    .testTarget(name: "TreeDiffTests", dependencies: ["TreeDiff", "TestSupport"]),
    .testTarget(
      name: "TreeReduxTests",
      dependencies: ["TreeRedux", "TreeDiff", "TreeReduxTesting", "TestSupport", "TestFeatures"]),
    .testTarget(name: "FeedTests", dependencies: ["feed", "TreeRedux", "TreeDiff", "TestSupport"]),
    .testTarget(name: "DocumentationTests", dependencies: ["TreeReduxTesting", "TreeRedux", "TreeDiff"]),
  ],
  swiftLanguageModes: [.v6]
)

let upcomingFeatures = [
  "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
  "MemberImportVisibility", "NonisolatedNonsendingByDefault",
]
for target in package.targets {
  target.swiftSettings = (target.swiftSettings ?? []) + upcomingFeatures.map { .enableUpcomingFeature($0) }
  target.swiftSettings?.append(.treatAllWarnings(as: .error))
}
