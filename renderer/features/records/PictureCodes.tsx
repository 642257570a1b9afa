/** By which the provider knows the pictures and videos of a record, also those without a file: to ask it about one. Folded. */
import './record.css';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyValue } from './CopyValue.tsx';
import { hasCodes, type Picture } from './pictures.ts';
import { useRecordWords } from './words.ts';

const kinds = ['id', 'downloadCode'] as const;

export function PictureCodes({ pictures }: { pictures: readonly Picture[] }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const coded = pictures.filter(hasCodes);
  if (coded.length === 0) return null;
  return (
    <details className="rec-blank">
      <summary>
        <ChevronRight size={14} aria-hidden="true" />
        {t('pictures.codes.title')}
      </summary>
      <p className="rec-help">{t('pictures.codes.help')}</p>
      <table className="rec-scores">
        <thead>
          <tr>
            <th scope="col">{t('pictures.codes.picture')}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {t(`pictures.codes.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {coded.map((picture) => (
            <tr key={picture.key}>
              <th scope="row">{words.picture(picture)}</th>
              {kinds.map((kind) => {
                const value = picture[kind];
                return (
                  <td key={kind}>
                    {value === null ? (
                      '–'
                    ) : (
                      <>
                        <code>{value}</code>
                        <CopyValue label={`${t(`pictures.codes.${kind}`)}, ${words.picture(picture)}`} value={value} />
                      </>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
