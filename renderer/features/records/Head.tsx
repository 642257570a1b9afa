/** The person of the record, and the result of the comparison of faces. */
import { CircleHelp, GraduationCap, type LucideIcon, UserRoundCheck, UserRoundX } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type FaceVerdict, isPracticeRecord, type RecordView } from '../../../shared/domain/record.ts';
import { StatusTag, type Tone } from '../../components/index.ts';
import { CopyValue } from './CopyValue.tsx';
import { toneOf } from './fields.ts';

const looks: Record<FaceVerdict, { icon: LucideIcon; tone: Tone }> = {
  approved: { icon: UserRoundCheck, tone: 'good' },
  'not-approved': { icon: UserRoundX, tone: 'bad' },
  none: { icon: CircleHelp, tone: 'doubt' },
};

export function Head({ view, heading }: { view: RecordView; heading: RefObject<HTMLHeadingElement | null> }) {
  const { t } = useTranslation('recordView');
  const { icon: Icon, tone } = looks[view.face];
  const name = view.name === '' ? t('noName') : view.name;
  const word = t(`face.${view.face}.word`);
  // An approved face is not everything: green stays small where another finding speaks against the person.
  const plain = tone === 'good' && view.mismatches.some(({ kind }) => toneOf(kind) === 'bad');
  return (
    <header className="rec-head">
      <div className={`rec-face rec-face-${tone}`} data-plain={plain || undefined}>
        <Icon size={44} strokeWidth={1.7} aria-hidden="true" />
        <div className="rec-face-words">
          <h1 ref={heading} tabIndex={-1} aria-label={`${name}: ${word}`}>
            <span className="rec-who">{name}</span>
            <span className="rec-face-word">{word}</span>
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
        </div>
      </div>
    </header>
  );
}
