/** The document list: a click or an arrow shows a document, Ctrl and Shift select several. Only the rows in view are drawn. */
import type { KeyboardEvent } from 'react';
import { GridList, GridListItem, ListLayout, type Selection, Virtualizer } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { StationDocument } from '../../../shared/domain/document.ts';
import { DocumentRow, rowHeight } from './DocumentRow.tsx';
import { useSigning } from './store.ts';

type Props = { documents: readonly StationDocument[]; onRemove: (ids: string[]) => void };

function select(selection: Selection, documents: readonly StationDocument[]): void {
  const ids = selection === 'all' ? documents.map(({ id }) => id) : [...selection].map(String);
  const { currentId, selectedIds } = useSigning.getState();
  const added = ids.filter((id) => !selectedIds.has(id)).at(-1);
  const stays = currentId !== null && ids.includes(currentId) && ids.length > 1;
  useSigning.setState({ selectedIds: new Set(ids), currentId: stays ? currentId : (added ?? ids.at(-1) ?? currentId) });
}

export function DocumentList({ documents, onRemove }: Props) {
  const { t } = useTranslation('signing');
  const selectedIds = useSigning((state) => state.selectedIds);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const ids = documents.filter(({ id }) => selectedIds.has(id)).map(({ id }) => id);
    if (event.key === 'Delete' && ids.length > 0) onRemove(ids);
    if (event.key === 'F2') useSigning.setState(({ currentId }) => ({ editingReference: currentId }));
  };

  return (
    // Handles keys of the rows before controls inside a row do.
    <div className="sign-list-keys" role="presentation" onKeyDownCapture={onKeyDown}>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
        <GridList
          className="sign-list"
          aria-label={t('list.label')}
          items={documents}
          selectionMode="multiple"
          selectionBehavior="replace"
          disallowEmptySelection
          escapeKeyBehavior="none"
          keyboardNavigationBehavior="tab"
          selectedKeys={selectedIds}
          onSelectionChange={(selection) => select(selection, documents)}
        >
          {(document) => (
            <GridListItem id={document.id} textValue={document.name} className="sign-list-item">
              <DocumentRow document={document} />
            </GridListItem>
          )}
        </GridList>
      </Virtualizer>
    </div>
  );
}
