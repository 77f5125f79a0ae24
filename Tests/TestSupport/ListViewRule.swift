/// The rules by which collection views and table views accept a batch of changes, each with where it is documented.
///
/// Where documents leave a rule open, it is the exception that the views raise, and the strictest reading of it.
package enum ListViewRule: String, CaseIterable, Hashable, Sendable {
  case removalOutOfRange, insertionOutOfRange, moveSourceOutOfRange, moveTargetOutOfRange, updateOutOfRange
  case removedTwice, insertedTwice, movedTwice, movedToTwice, updatedTwice
  case removedAndMoved, insertedAndMovedTo, movedToItself
  case removedAndUpdated, movedAndUpdated, updateShiftedByMoves
  case itemInRemovedSection, itemInInsertedSection, itemInMovedSection, itemInUpdatedSection
  case wrongSectionCount, wrongItemCount, itemsOfWholeSectionChanged, staleContent

  /// What the rule says.
  package var message: String {
    switch self {
    case .removalOutOfRange: "a removal names a place that the view does not have before the batch"
    case .insertionOutOfRange: "an insertion names a place that the data does not have after the batch"
    case .moveSourceOutOfRange: "a move starts at a place that the view does not have before the batch"
    case .moveTargetOutOfRange: "a move ends at a place that the data does not have after the batch"
    case .updateOutOfRange: "an update names a place that the view or the data does not have"
    case .removedTwice: "a place is removed twice"
    case .insertedTwice: "a place is inserted twice"
    case .movedTwice: "two moves start at one place"
    case .movedToTwice: "two moves end at one place"
    case .updatedTwice: "a place is updated twice"
    case .removedAndMoved: "a place is removed and is the source of a move"
    case .insertedAndMovedTo: "a place is inserted and is the target of a move"
    case .movedToItself: "a move ends where it started"
    case .removedAndUpdated: "a place is removed and updated"
    case .movedAndUpdated: "a place is updated and is the source of a move"
    case .updateShiftedByMoves: "an updated place is looked for where moves have put something else"
    case .itemInRemovedSection: "an item changes in a section that is removed"
    case .itemInInsertedSection: "an item changes in a section that is inserted"
    case .itemInMovedSection: "an item changes in a section that moves"
    case .itemInUpdatedSection: "an item changes in a section that is updated"
    case .wrongSectionCount:
      "the number of sections after the batch is not the one before, plus insertions, minus removals"
    case .wrongItemCount: "the number of items after the batch is not the one before, plus arrivals, minus departures"
    case .itemsOfWholeSectionChanged: "a section that moves has another number of items after the batch"
    case .staleContent: "something that the batch does not mention shows other content than the data after it"
    }
  }

  /// Where the rule comes from.
  package var source: String {
    switch self {
    case .removalOutOfRange, .insertionOutOfRange, .wrongSectionCount, .wrongItemCount:
      """
      UICollectionView.performBatchUpdates(_:completion:): removals are relative to the state before the batch, \
      insertions to the state after it, and both counts must agree; NSInternalInconsistencyException "Invalid update: \
      invalid number of items in section", "attempt to delete item … which only contains … items before the update"
      """
    case .moveSourceOutOfRange, .moveTargetOutOfRange:
      "WWDC 2018, session 225, A Tour of UICollectionView: a move leads from an original index to a final one"
    case .updateOutOfRange:
      "Table View Programming Guide, Batch Insertion, Deletion, and Reloading: reloads name rows of the original table"
    case .removedTwice:
      "UICollectionView.deleteItems(at:): one path for each item; a repeated path corrupts the view (radar 31786176)"
    case .insertedTwice, .movedToTwice, .insertedAndMovedTo:
      """
      NSInternalInconsistencyException "attempt to perform an insert and a move to the same index path": final places \
      are filled once
      """
    case .movedTwice, .removedAndMoved:
      """
      NSInternalInconsistencyException "attempt to perform a delete and a move from the same index path": original \
      places are left once
      """
    case .updatedTwice, .removedAndUpdated:
      """
      UICollectionView.reloadItems(at:), which is a removal and an insertion; NSInternalInconsistencyException "attempt \
      to delete and reload the same index path"
      """
    case .movedAndUpdated:
      "WWDC 2018, session 225: what moves cannot be reloaded in the same batch (radar 33662307)"
    case .updateShiftedByMoves:
      """
      NSInternalInconsistencyException "attempt to perform an insert and a move to the same section" for the reload of a \
      section or item that moves displace: a reload is placed by counting removals and insertions only
      """
    case .movedToItself: "UICollectionView.moveItem(at:to:): moves an item from one location to another"
    case .itemInRemovedSection, .itemInInsertedSection:
      """
      UITableView.deleteSections(_:with:) and insertSections(_:with:): rows go and come with their section; Table View \
      Programming Guide: rows are changed in sections of the original and the resulting table
      """
    case .itemInMovedSection, .itemsOfWholeSectionChanged:
      """
      UICollectionView.moveSection(_:toSection:): moves a section with its items; the counts of a moved section are \
      compared as they are
      """
    case .itemInUpdatedSection:
      "UICollectionView.reloadSections(_:): discards and loads again all items of the section"
    case .staleContent:
      "UICollectionViewDataSource: cells are asked for again only for what is inserted or reloaded"
    }
  }
}
