/** One transaction record, from opening to closing. Escape goes back. */
import './record.css';
import './print.css';
import { ArrowLeft, CircleHelp, GraduationCap, type LucideIcon, UserRoundCheck, UserRoundX } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FaceVerdict, isPracticeRecord, type RecordView } from '../../../shared/domain/records/record.ts';
import { call } from '../../bridge.ts';
import { Announced } from '../../components/Announced.tsx';
import { Button, OutcomeHead, ProblemBanner, StatusTag, type Tone } from '../../components/index.ts';
import { useEscape } from '../../components/use-window-keys.ts';
import { useRemote } from '../../state/remote.ts';
import { CopyValue } from './CopyValue.tsx';
import { Documents } from './Documents.tsx';
import { marksOf, toneOf } from './fields.ts';
import { Gallery, PairCard } from './Gallery.tsx';
import { Mismatches } from './Mismatches.tsx';
import { PictureDialog } from './PictureDialog.tsx';
import { isShown, pairOf, picturesOf, type Viewing } from './pictures.ts';
import { RecordActs } from './RecordActs.tsx';
import { RestOfRecord, Sections } from './Sections.tsx';
import { Videos } from './Videos.tsx';
import { useFacts } from './words.ts';

export type RecordPageProps = { recordId: string; onBack: () => void };

const looks: Record<FaceVerdict, { icon: LucideIcon; tone: Tone }> = {
  approved: { icon: UserRoundCheck, tone: 'good' },
  'not-approved': { icon: UserRoundX, tone: 'bad' },
  none: { icon: CircleHelp, tone: 'doubt' },
};

/** The person of the record, and the result of the comparison of faces. */
function Head({ view, heading }: { view: RecordView; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useTranslation('recordView');
  const { icon, tone } = looks[view.face];
  const name = view.name === '' ? t('noName') : view.name;
  const word = t(`face.${view.face}.word`);
  // An approved face is not everything: green stays small where another finding speaks against the person.
  const plain = tone === 'good' && view.mismatches.some(({ kind }) => toneOf(kind) === 'bad');
  return (
    <header className="rec-head">
      <OutcomeHead tone={tone} icon={icon} className={plain ? 'rec-face rec-face-plain' : 'rec-face'}>
        <h1 ref={heading} tabIndex={-1} aria-label={`${name}: ${word}`}>
          <span className="rec-who">{name}</span>
          <span className="ui-outcome-word">{word}</span>
        </h1>
        {view.identification !== '' && (
          <p className="rec-id">
            {t('identification', { identification: view.identification })}
            <CopyValue label={t('identificationLabel')} value={view.identification} />
          </p>
        )}
        <p>{t(`face.${view.face}.why`)}</p>
        {isPracticeRecord(view) && (
          <StatusTag tone="doubt" icon={GraduationCap}>
            {t('practiceMark')}
          </StatusTag>
        )}
      </OutcomeHead>
    </header>
  );
}

/** The origin of the record: the facts that evidence names besides its content. */
function Facts({ view }: { view: RecordView }) {
  const { t } = useTranslation('recordView');
  const facts = useFacts();
  const heading = useId();
  return (
    <section className="ui-section" aria-labelledby={heading}>
      <h2 id={heading}>{t('facts.title')}</h2>
      <dl className="rec-facts">
        {facts(view).map(({ id, label, value, code }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              {code ? (
                <code className="truncate" title={value}>
                  {value}
                </code>
              ) : (
                <span>{value}</span>
              )}
              {(code || id === 'transaction' || id === 'uid') && <CopyValue label={label} value={value} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A readable record: its mismatches first, then the faces, the pictures, and every member. */
function RecordBody({ view, back }: { view: RecordView; back: ReactNode }) {
  const { t } = useTranslation('recordView');
  const page = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [viewing, setViewing] = useState<Viewing | null>(null);
  const { gallery, videos } = useMemo(() => picturesOf(view), [view]);
  const pair = useMemo(() => pairOf(gallery), [gallery]);
  const marks = useMemo(() => marksOf(view.mismatches), [view]);
  // They take the space that the facts next to them would have.
  const many = view.mismatches.length > 2;
  useEffect(() => heading.current?.focus(), []);
  return (
    <article ref={page} className="rec" aria-label={t('title')}>
      <div className="rec-bar" data-pane="">
        {back}
        <RecordActs view={view} page={page} />
      </div>
      <div className="rec-content" data-pane="">
        <div className="rec-first">
          <div className="rec-verdicts">
            <Head view={view} heading={heading} />
            <Mismatches view={view} />
            {!many && <Facts view={view} />}
          </div>
          <div className="rec-verdicts">
            <PairCard view={view} pair={pair} onOpen={setViewing} />
            {many && <Facts view={view} />}
          </div>
        </div>
        <Gallery view={view} pictures={gallery} videos={videos} onOpen={setViewing} />
        <div className="rec-media">
          <Videos view={view} videos={videos} />
          <Documents view={view} />
        </div>
        <Sections view={view} marks={marks} />
        <RestOfRecord view={view} />
      </div>
      <PictureDialog recordId={view.id} pictures={gallery.filter(isShown)} pair={pair} viewing={viewing} onView={setViewing} />
    </article>
  );
}

export function RecordPage({ recordId, onBack }: RecordPageProps) {
  const { t } = useTranslation('recordView');
  const [tries, setTries] = useState(1);
  const { value: view, problem: refusal } = useRemote(`${recordId} ${tries}`, () => call('records.open', { id: recordId }));
  const problem = refusal ?? view?.problem ?? null;
  useEscape(onBack);
  const back = (
    <Button icon={ArrowLeft} variant="quiet" size="small" shortcut="escape" className="rec-back" onPress={onBack}>
      {t('back')}
    </Button>
  );
  if (view && !problem) return <RecordBody key={view.id} view={view} back={back} />;
  return (
    <div className="rec" aria-busy={problem === null}>
      <div className="rec-bar">{back}</div>
      {problem ? (
        <div className="rec-problem">
          <h1>{t('unreadable')}</h1>
          {/* One that was read and is damaged stays so. */}
          <ProblemBanner problem={problem} alert {...(refusal && { onAgain: () => setTries(tries + 1) })} />
        </div>
      ) : (
        <Announced className="rec-opening">{t('opening')}</Announced>
      )}
    </div>
  );
}
