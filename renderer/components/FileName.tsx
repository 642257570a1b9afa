/** A file name that is cut in its middle when it is too long: names of contracts often differ only at their end. */
import './file-name.css';

const tailLength = 14;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function FileName({ name }: { name: string }) {
  // By grapheme, so that an emoji or an accent is not torn apart.
  const letters = [...segmenter.segment(name)].map(({ segment }) => segment);
  return (
    <span className="ui-file-name" title={name}>
      <span className="truncate">{letters.slice(0, -tailLength).join('')}</span>
      <span>{letters.slice(-tailLength).join('')}</span>
    </span>
  );
}
