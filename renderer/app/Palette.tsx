/** The command palette on Ctrl+K: every action, area and setting, the open documents, visits and the queue, found by a few letters. */
import './palette.css';
import i18next from 'i18next';
import { useState } from 'react';
import { Autocomplete, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { noFilter as anyGroup } from '../../shared/domain/signing/queue-list.ts';
import { accentFolded } from '../../shared/domain/text-folding.ts';
import { call } from '../bridge.ts';
import { Dialog, keysLabel, ProblemBanner, TextField } from '../components/index.ts';
import { sections, useSettings } from '../features/settings/store.ts';
import { showInSign } from '../features/signing/actions.ts';
import { beginFirstSteps } from '../features/signing/first-steps.ts';
import { showInQueue } from '../features/signing/queue/list.ts';
import { forgetOpening, nameOfOpening, recentOpenings, reopen } from '../features/signing/recent.ts';
import { useSigning } from '../features/signing/store.ts';
import { showVisit } from '../features/visits/actions.ts';
import { titleOf } from '../features/visits/derive.ts';
import { useRemote } from '../state/remote.ts';
import { shortcuts } from './shortcuts.ts';
import { goTo, showPalette, showReport, useView } from './view.ts';

type Entry = { id: string; name: string; note?: string; keys?: string; run: () => void };
type Group = { id: 'actions' | 'recent' | 'settings' | 'documents' | 'visits' | 'queue'; entries: readonly Entry[] };

/** Rows of a group; more letters find the others. */
const maxRows = 8;

const matches = (folded: readonly string[], { name, note = '' }: Entry): boolean => {
  const text = accentFolded(`${name} ${note}`);
  return folded.every((part) => text.includes(part));
};

/** What main finds; nothing before a letter is typed. `text`: what it was found for. */
function useFound(text: string) {
  return useRemote(
    text,
    async (): Promise<{ text: string; groups: readonly Group[] }> => {
      if (text === '') return { text, groups: [] };
      const page = { offset: 0, limit: maxRows };
      const [visits, queue] = await Promise.all([
        call('visits.page', { filter: { text, show: 'all' }, ...page }),
        call('queue.page', { filter: { ...anyGroup, text }, ...page }),
      ]);
      const groups: Group[] = [
        { id: 'visits', entries: visits.items.map(visitEntry) },
        { id: 'queue', entries: queue.items.map(jobEntry) },
      ];
      return { text, groups };
    },
    { delayMs: 120, keepsPrevious: true },
  );
}

const visitEntry = (visit: { id: string; name: string; identification: string; transaction: string }): Entry => ({
  id: `visit ${visit.id}`,
  name: titleOf(visit),
  note: [visit.identification, visit.transaction].filter((text) => text !== '' && text !== titleOf(visit)).join(' · '),
  run() {
    showVisit(visit.id);
    goTo('customers');
  },
});

/** By default the reference is the file's name, which is shown already. */
const noteOf = (name: string, reference: string): string => (name.startsWith(reference) ? '' : reference);

const jobEntry = ({ documentId, name, reference }: { documentId: string; name: string; reference: string }): Entry => ({
  id: `job ${documentId}`,
  name,
  note: noteOf(name, reference),
  run() {
    void showInQueue(documentId);
    goTo('queue');
  },
});

function useGroups(text: string) {
  const { t } = useTranslation(['dialogs', 'settings', 'signing']);
  const documents = useSigning((state) => state.documents);
  const openings = recentOpenings.use(({ value }) => value) ?? [];
  const { value: found, problem } = useFound(text);
  const isAnswered = found?.text === text;
  const folded = accentFolded(text).split(/\s+/).filter(Boolean);
  const fits = (entry: Entry) => matches(folded, entry);
  const actions: Entry[] = [
    ...shortcuts.map(({ keys, words, run }) => ({ id: `action ${keys}`, name: t(`shortcuts.${words}`), keys, run })),
    {
      id: 'first-steps',
      name: t('signing:firstSteps.label'),
      run() {
        goTo('sign');
        beginFirstSteps();
      },
    },
    ...(openings.length > 0 ? [{ id: 'clear-recent', name: t('signing:recent.clear'), run: () => void forgetOpening(null) }] : []),
    { id: 'report', name: t('report.title'), run: () => showReport(true) },
  ];
  const settings = sections.map(
    (section): Entry => ({
      id: `settings ${section}`,
      name: t(`settings:sections.${section}`),
      run() {
        useSettings.setState({ section });
        goTo('settings');
      },
    }),
  );
  const signWords = i18next.getFixedT(null, 'signing');
  const recent = openings.map(
    (opening): Entry => ({
      id: `recent ${opening.id}`,
      name: nameOfOpening(opening, signWords),
      note: opening.folder,
      run() {
        goTo('sign');
        void reopen(opening.id);
      },
    }),
  );
  const open = documents.map(
    ({ id, name, reference }): Entry => ({
      id: `document ${id}`,
      name,
      note: noteOf(name, reference),
      run() {
        goTo('sign');
        showInSign(id);
      },
    }),
  );
  const own: Group[] = [
    { id: 'actions', entries: actions.filter(fits) },
    { id: 'recent', entries: recent.filter(fits) },
    { id: 'settings', entries: settings.filter(fits) },
    { id: 'documents', entries: open.filter(fits).slice(0, maxRows) },
  ];
  // Enter opens the first one: of what was found for an earlier text, only what fits this one stays.
  const ofMain = (found?.groups ?? []).map(({ id, entries }) => ({ id, entries: isAnswered ? entries : entries.filter(fits) }));
  const groups = [...own, ...ofMain].filter(({ entries }) => entries.length > 0);
  return { groups, problem, isAnswered };
}

function PaletteList() {
  const { t } = useTranslation('dialogs');
  const [typed, setTyped] = useState('');
  const { groups, problem, isAnswered } = useGroups(typed.trim());
  const run = (key: string) => {
    const entry = groups.flatMap(({ entries }) => entries).find(({ id }) => id === key);
    showPalette(false);
    // After the dialog has returned the focus, so that the entry can move it.
    setTimeout(() => entry?.run());
  };
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <TextField autoFocus label={t('palette.field')} hideLabel placeholder={t('palette.placeholder')} maxLength={100} />
      {problem && <ProblemBanner problem={problem} alert />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div className="app-palette" tabIndex={0}>
        <ListBox
          className="app-palette-list"
          aria-label={t('palette.title')}
          onAction={(key) => run(String(key))}
          renderEmptyState={() => isAnswered && <p className="ui-note">{t('palette.nothing')}</p>}
        >
          {groups.map((group) => (
            <ListBoxSection key={group.id} id={group.id}>
              <Header>{t(`palette.groups.${group.id}`)}</Header>
              {group.entries.map(({ id, name, note, keys }) => (
                <ListBoxItem key={id} id={id} className="app-palette-entry" textValue={name}>
                  <span className="truncate">{name}</span>
                  {note && <span className="app-palette-note truncate">{note}</span>}
                  {keys && <kbd>{keysLabel(keys)}</kbd>}
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </div>
    </Autocomplete>
  );
}

export function Palette() {
  const { t } = useTranslation('dialogs');
  const isOpen = useView((state) => state.paletteOpen);
  return (
    <Dialog isOpen={isOpen} onClose={() => showPalette(false)} title={t('palette.title')}>
      <PaletteList />
    </Dialog>
  );
}
