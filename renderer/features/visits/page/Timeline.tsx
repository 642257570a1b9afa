/** The events of a visit, newest first, by day: what, who and when. */
import { dayHeading, exactTime, hourWords } from '../../../i18n/formats.ts';
import './timeline.css';
import {
  CircleDashed,
  FileDown,
  FileOutput,
  FilePlus,
  FileSearch,
  FileText,
  FileUp,
  FileX,
  FolderArchive,
  Gavel,
  Inbox,
  ListPlus,
  type LucideIcon,
  NotebookPen,
  OctagonX,
  Pencil,
  ShieldOff,
  TriangleAlert,
  UserRoundPlus,
  UserSearch,
} from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { maxVisitLengths, type VisitEvent, type VisitEventKind, type VisitView } from '../../../../shared/domain/visits/visit.ts';
import { Button, Form, TextField } from '../../../components/index.ts';
import { useJobs } from '../../../state/jobs.ts';
import { saveNote } from '../actions.ts';
import { useVisits, writeNote } from '../store.ts';
import { byDay, newestFirst, type TimelineEntry, toTimelineEntry } from './timeline.ts';
import { useLatest } from './use-latest.tsx';
import { useTimelineWords } from './use-timeline-words.ts';

const icons: Record<VisitEventKind, LucideIcon> = {
  opened: UserRoundPlus,
  'details-changed': Pencil,
  note: NotebookPen,
  'record-fetched': FileSearch,
  'record-pushed': Inbox,
  'record-failed': TriangleAlert,
  screened: UserSearch,
  'screening-queued': CircleDashed,
  'screening-read': FileSearch,
  decided: Gavel,
  queued: FilePlus,
  blocked: OctagonX,
  document: FileText,
  'file-released': FileOutput,
  'rule-made': ListPlus,
  overridden: ShieldOff,
  evidence: FolderArchive,
  published: FileUp,
  withdrawn: FileX,
  'document-fetched': FileDown,
};

type Goes = { onOpenRecord: (id: string) => void; onOpenScreening: (id: string) => void; onOpenQueue: (documentId: string) => void };

function Entry({ event, onOpenRecord, onOpenScreening, onOpenQueue }: { event: TimelineEntry } & Goes) {
  const { t } = useTranslation('customers');
  const { what, text, who } = useTimelineWords()(event);
  const { goesTo } = event;
  const queued = useJobs(({ jobs }) => goesTo?.kind === 'document' && jobs[goesTo.id] !== undefined);
  const open = goesTo && { record: onOpenRecord, screening: onOpenScreening, document: onOpenQueue }[goesTo.kind];
  const Icon = icons[event.kind];
  return (
    <li className="cust-event">
      <span className={`cust-event-icon tone-${event.tone}`}>
        <Icon size={14} strokeWidth={2.2} aria-hidden="true" />
      </span>
      <div className="cust-event-words">
        <p>
          {open && (goesTo.kind !== 'document' || queued) ? (
            <Button variant="link" of={exactTime(event.at)} onPress={() => open(goesTo.id)}>
              {what}
            </Button>
          ) : (
            what
          )}
        </p>
        {text !== '' && <p className="cust-event-text">{text}</p>}
        <p className="ui-fine">
          <time dateTime={event.at}>{hourWords(event.at)}</time> · {who === '' ? t('timeline.station') : who}
        </p>
      </div>
    </li>
  );
}

/** A note for the timeline. The input stays while other visits and areas are shown. */
function NoteForm({ id }: { id: string }) {
  const { t } = useTranslation('customers');
  const text = useVisits(({ notes }) => notes[id] ?? '');
  const save = async (form: HTMLFormElement) => {
    const field = form.querySelector('textarea');
    if (text.trim() === '') return field?.focus();
    await saveNote(id, text.trim());
    // The button disappears with the input.
    field?.focus();
  };
  return (
    <Form className="cust-note-form" onSave={save}>
      <TextField
        label={t('note.label')}
        hideLabel
        placeholder={t('note.placeholder')}
        rows={text === '' ? 1 : 3}
        value={text}
        onChange={(typed) => writeNote(id, typed)}
        maxLength={maxVisitLengths.note}
      />
      {text.trim() !== '' && (
        <Button type="submit" size="small" icon={NotebookPen}>
          {t('note.save')}
        </Button>
      )}
    </Form>
  );
}

export function Timeline({ view, ...goes }: { view: VisitView } & Goes) {
  const { t } = useTranslation('customers');
  const events = useMemo(() => newestFirst(view.events), [view]);
  const title = t('timeline.title');
  const { shown, more, place } = useLatest<VisitEvent, HTMLElement>(events, title);
  const days = byDay(shown.map((event) => toTimelineEntry(event, view)));
  return (
    <section className="ui-section cust-timeline" aria-label={title} ref={place}>
      <h2>{title}</h2>
      <NoteForm id={view.id} />
      {days.map(({ day, entries }) => (
        <div key={day} className="cust-day">
          <h3>{dayHeading(day)}</h3>
          <ol>
            {entries.map((event) => (
              <Entry key={event.number} event={event} {...goes} />
            ))}
          </ol>
        </div>
      ))}
      {more}
    </section>
  );
}
