/** The head of a visit: the customer, the date, and the state. */
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { VisitView } from '../../../../shared/domain/visits/visit.ts';
import { FactList } from '../../../components/FactList.tsx';
import { IconButton } from '../../../components/index.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useSavedState } from '../../../state/page-parts.ts';
import { titleOf } from '../derive.ts';
import { EditDialog } from '../forms/EditDialog.tsx';
import { MarkTag } from '../MarkTag.tsx';
import { marksInLine, marksOf } from '../marks.ts';

export function VisitHead({ view }: { view: VisitView }) {
  const { t } = useTranslation('customers');
  const [editing, setEditing] = useSavedState(`edit ${view.id}`, false);
  const title = titleOf(view);
  const marks = marksInLine(marksOf({ ...view, documents: view.documents.length }));
  const openedAt = fullTime(view.openedAt);
  const facts = [
    [t('details.identification'), view.identification],
    [t('details.transaction'), view.transaction],
    [t('page.openedAt'), view.openedBy === '' ? openedAt : t('page.when', { time: openedAt, name: view.openedBy })],
  ] as const;
  return (
    <header className="ui-stack">
      <div className="cust-title">
        <span className="cust-title-name">
          <h1 tabIndex={-1}>{title}</h1>
          <IconButton icon={Pencil} size="small" aria-label={t('edit.act')} onPress={() => setEditing(true)} />
        </span>
        <span className="ui-tags">
          {marks.map((mark) => (
            <MarkTag key={mark.kind} mark={mark} />
          ))}
        </span>
      </div>
      <FactList className="cust-who-facts" facts={facts} />
      {editing && <EditDialog view={view} onClose={() => setEditing(false)} />}
    </header>
  );
}
