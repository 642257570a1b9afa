/**
 * Lists everything that prevents the batch from being sent: a fault that several documents share is listed once, the others by document.
 * A press on a fault goes to the field that corrects it.
 */

import i18next from 'i18next';
import { ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import type { BatchFault } from '../../../shared/domain/signing/signing.ts';
import { type AcceptableCode, hasTrait, isAcceptable, type ProblemCode } from '../../../shared/errors.ts';
import { Banner, Button, FileName, toast } from '../../components/index.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';
import { focusField, sendThese } from './actions.ts';
import { type FaultGroup, faultField, faultless, fittedRules, groupFaults } from './faults.ts';
import { changeDraft, editReference, showDocument, showOnly, useSigning } from './store.ts';

/** The codes that `groupFaults` gives a fix. */
type SharedFaultCode = AcceptableCode | 'placement-outside-page' | 'placement-page-missing';

function go(fault: BatchFault, onOpenSettings: () => void): void {
  const field = faultField(fault.problem.code);
  if (field === 'settings') {
    onOpenSettings();
    return;
  }
  if (fault.documentId !== null) {
    useSigning.setState({ filter: 'all', only: null });
    showDocument(fault.documentId);
  }
  if (field === 'reference') editReference(fault.documentId);
  else if (field !== 'document') focusField(field);
}

const checkedDocuments = (): StationDocument[] => {
  const { documents, checked } = useSigning.getState();
  return documents.filter(({ id }) => checked?.includes(id));
};

/** Corrects one fault in all the documents that have it: moves the rectangle into the page, or accepts the warning and sends again. */
async function fixAlike({ fix, documentIds, faults }: FaultGroup): Promise<void> {
  const state = useSigning.getState();
  if (fix === 'fit') {
    const fitted = fittedRules(
      state.documents.filter(({ id }) => documentIds.includes(id)),
      state,
    );
    for (const [id, rule] of fitted) changeDraft(id, { rule });
    toast(() => i18next.t('faults.fitted', { ns: 'signing', count: fitted.size }), {
      undo: { label: () => i18next.t('ui:undo'), run: () => useSigning.setState({ drafts: state.drafts }) },
    });
    return;
  }
  const code = faults[0]?.problem.code;
  if (code === undefined || !isAcceptable(code)) return;
  for (const id of documentIds) changeDraft(id, { accepted: [...(state.drafts[id]?.accepted ?? []), code] });
  await sendThese(checkedDocuments());
}

/** Sends the checked documents that have no fault, and leaves the others in the list. */
async function sendFaultless(): Promise<void> {
  const { faults, checked, drafts } = useSigning.getState();
  const ids = faultless(checked ?? [], faults ?? [], drafts);
  await sendThese(checkedDocuments().filter(({ id }) => ids.includes(id)));
}

const isFixed = (code: ProblemCode): code is SharedFaultCode =>
  code === 'placement-outside-page' || code === 'placement-page-missing' || isAcceptable(code);

/** One fault of several documents in one line, with a filter for them and the one action that corrects it in all of them. */
function SharedFault({ group }: { group: FaultGroup }) {
  const { t } = useTranslation('signing');
  const problemWords = useProblemWords();
  const [fault] = group.faults;
  const sending = useSigning((state) => state.sending);
  if (!fault) return null;
  const { code } = fault.problem;
  const count = group.documentIds.length;
  const words = problemWords(fault.problem);
  return (
    <>
      <p className="sign-faults-name">
        {isFixed(code) ? t(`faults.alike.${code}`, { count }) : t('faults.alikeOther', { count, what: words.what })}
      </p>
      {group.fix !== 'fit' && <p className="ui-help">{group.fix === 'accept' ? words.why : words.do}</p>}
      <div className="ui-acts">
        {group.fix && (
          <Button size="small" of={words.what} isDisabled={sending} onPress={() => void fixAlike(group)}>
            {t(group.fix === 'fit' ? 'faults.fit' : 'faults.accept', { count })}
          </Button>
        )}
        <Button size="small" icon={ListFilter} of={words.what} onPress={() => showOnly(group.documentIds)}>
          {t('faults.show', { count })}
        </Button>
      </div>
    </>
  );
}

function DocumentFaults({
  group,
  nameOf,
  onOpenSettings,
}: {
  group: FaultGroup;
  nameOf: (id: string) => string;
  onOpenSettings: () => void;
}) {
  const { t } = useTranslation('signing');
  const problemWords = useProblemWords();
  const [id] = group.documentIds;
  const name = id === undefined ? undefined : nameOf(id);
  return (
    <>
      <p className="sign-faults-name">{name === undefined ? t('faults.all') : <FileName name={name} />}</p>
      <ul>
        {group.faults.map((fault) => (
          <li key={fault.problem.code}>
            <Button variant="link" size="small" of={name} onPress={() => go(fault, onOpenSettings)}>
              {problemWords(fault.problem).what}
            </Button>{' '}
            <span className="ui-help">{problemWords(fault.problem).do}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** In place of rules that the panel shows with what to do. */
function RulesAbove() {
  const { t } = useTranslation('dialogs');
  return (
    <Button variant="link" size="small" onPress={() => focusField('client', '.cust-findings')}>
      {t('signing.rules')}
    </Button>
  );
}

export function FaultList({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('signing');
  const { faults, checked, drafts, documents, sending, rulesShown } = useSigning();
  if (!faults) return null;
  const isAbove = ({ problem }: BatchFault) => rulesShown && hasTrait(problem, 'rule');
  const above = faults.filter(isAbove);
  const groups = groupFaults(
    faults.filter((fault) => !isAbove(fault)),
    drafts,
  );
  const nameOf = (id: string) => documents.find((document) => document.id === id)?.name ?? '';
  const count = groups.reduce((sum, group) => sum + group.faults.length, 0) + above.length;
  const others = faultless(checked ?? [], faults, drafts).length;
  return (
    <Banner
      tone="bad"
      alert
      what={t('faults.title', { count })}
      onClose={() => useSigning.setState({ faults: null, checked: null })}
      actions={
        <>
          <ul className="sign-faults">
            {above.length > 0 && (
              <li>
                <RulesAbove />
              </li>
            )}
            {groups.map((group) => (
              <li key={group.key}>
                {group.fix || group.documentIds.length > 1 ? (
                  <SharedFault group={group} />
                ) : (
                  <DocumentFaults group={group} nameOf={nameOf} onOpenSettings={onOpenSettings} />
                )}
              </li>
            ))}
          </ul>
          {others > 0 && (
            <Button size="small" isDisabled={sending} onPress={() => void sendFaultless()}>
              {t('faults.sendOthers', { count: others })}
            </Button>
          )}
        </>
      }
    />
  );
}
