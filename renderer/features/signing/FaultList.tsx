/** Everything that keeps the batch from being sent, by document; a press goes to where it is put right. */
import { useTranslation } from 'react-i18next';
import type { BatchFault } from '../../../shared/domain/signing.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';
import { Banner, Button, FileName } from '../../ui/index.ts';
import { faultField, groupFaults } from './derive.ts';
import { focusField } from './focus-field.ts';
import { showDocument, useSigning } from './store.ts';

function go(fault: BatchFault, onOpenSettings: () => void): void {
  const field = faultField(fault.problem.code);
  if (field === 'settings') {
    onOpenSettings();
    return;
  }
  if (fault.documentId !== null) {
    useSigning.setState({ filter: 'all' });
    showDocument(fault.documentId);
  }
  if (field === 'reference') useSigning.setState({ editingReference: fault.documentId });
  else if (field !== 'document') focusField(field);
}

export function FaultList({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('signing');
  const { faults, drafts, documents } = useSigning();
  const problemWords = useProblemWords();
  if (!faults) return null;
  const groups = groupFaults(faults, drafts);
  const nameOf = (id: string) => documents.find((document) => document.id === id)?.name ?? '';
  const count = groups.reduce((sum, group) => sum + group.faults.length, 0);
  return (
    <Banner
      tone="bad"
      alert
      what={t('faults.title', { count })}
      onClose={() => useSigning.setState({ faults: null, checked: null })}
      actions={
        <ul className="sign-faults">
          {groups.map((group) => (
            <li key={group.documentId ?? ''}>
              <p className="sign-faults-name">
                {group.documentId === null ? t('faults.all') : <FileName name={nameOf(group.documentId)} />}
              </p>
              <ul>
                {group.faults.map((fault) => (
                  <li key={fault.problem.code}>
                    <Button variant="link" size="small" onPress={() => go(fault, onOpenSettings)}>
                      {problemWords(fault.problem).what}
                    </Button>{' '}
                    <span className="ui-help">{problemWords(fault.problem).do}</span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      }
    />
  );
}
