/** The PDFs that are about to be published, each with its problem; one that cannot be published is left out. */
import { FileText, FileWarning, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Staged } from '../../../../shared/domain/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { FileName, IconButton } from '../../../components/index.ts';
import { sizeWords } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';

export function StagedFiles({ staged, onRemove }: { staged: readonly Staged[]; onRemove: (one: Staged) => void }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing.dialog' });
  const problemWords = useProblemWords();
  const list = useRef<HTMLUListElement>(null);
  const why = (problem: Problem) => {
    const words = problemWords(problem);
    return t('leftOut', { why: [words.what, words.why].filter((part) => part !== '').join(' ') });
  };
  const remove = (one: Staged, place: number) => {
    // The focus moves to the next one, or the one before.
    const buttons = list.current?.querySelectorAll('button');
    (buttons?.[place + 1] ?? buttons?.[place - 1])?.focus();
    onRemove(one);
  };
  return (
    <ul className="pub-staged" aria-label={t('files')} ref={list}>
      {staged.map((one, place) => (
        <li key={one.id} className={one.problem ? 'pub-staged-bad' : ''}>
          {one.problem ? <FileWarning size={16} aria-hidden="true" /> : <FileText size={16} aria-hidden="true" />}
          <span className="pub-staged-words">
            <FileName name={one.name} />
            {one.problem && <span className="pub-staged-why">{why(one.problem)}</span>}
          </span>
          <span className="pub-staged-size">{sizeWords(one.size)}</span>
          <IconButton icon={X} size="small" aria-label={t('takeOut', { name: one.name })} onPress={() => remove(one, place)} />
        </li>
      ))}
    </ul>
  );
}
