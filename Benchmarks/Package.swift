// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "bench", targets: ["bench"])],
  dependencies: [.package(name: "TreeRedux", path: "..")],
  targets: [
    .target(name: "AllocationMeter"),
    .executableTarget(
      name: "bench",
      dependencies: [
        "AllocationMeter",
        .product(name: "TreeDiff", package: "TreeRedux"),
        .product(name: "TreeRedux", package: "TreeRedux"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

let upcomingFeatures = [
  "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
  "MemberImportVisibility", "NonisolatedNonsendingByDefault",
]
for target in package.targets {
  target.swiftSettings = upcomingFeatures.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]
}
