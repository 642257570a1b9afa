/** How the file is read: encoding, separator, quote, header, sheet, and the first rows as they are read with them. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { encodings } from '../../../../../shared/domain/screening/bulk-screening.ts';
import { Checkbox, Select, TextField } from '../../../../components/index.ts';
import { setOptions } from './actions.ts';
import type { Draft } from './draft.ts';
import { useColumnName } from './Mapping.tsx';

const separators = [',', ';', '\t', '|'] as const;
const quotes = ['"', "'", ''] as const;
const names: Record<string, 'comma' | 'semicolon' | 'tab' | 'bar' | 'double' | 'single' | 'none'> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  '"': 'double',
  "'": 'single',
  '': 'none',
};

type CharacterProps = { kind: 'separator' | 'quote'; usual: readonly string[]; value: string; onChange: (value: string) => void };

/** A single character: a usual one, or any other that is typed. */
function Character({ kind, usual, value, onChange }: CharacterProps) {
  const { t } = useTranslation('bulk');
  const [typing, setTyping] = useState(false);
  const other = typing || !usual.includes(value);
  const words = (character: string) => {
    const name = names[character];
    return name ? t(`reading.characters.${name}`) : character;
  };
  return (
    <div className="bulk-character">
      <Select
        className="bulk-usual"
        label={t(`reading.${kind}`)}
        options={[
          // The empty value has a key of its own: a list takes none without a key.
          ...usual.map((character) => ({ value: `is${character}`, label: words(character) })),
          { value: 'other', label: t('reading.characters.other') },
        ]}
        value={other ? 'other' : `is${value}`}
        onChange={(chosen) => {
          setTyping(chosen === 'other');
          if (chosen !== 'other') onChange(chosen.slice(2));
        }}
      />
      {other && (
        <TextField
          className="bulk-other"
          label={t('reading.which')}
          aria-label={t(`reading.${kind}Which`)}
          value={usual.includes(value) ? '' : value}
          maxLength={1}
          onChange={(typed) => {
            if (typed.length === 1) onChange(typed);
          }}
        />
      )}
    </div>
  );
}

export function ReadingOptions({ draft: { preview, options, reading } }: { draft: Draft }) {
  const { t } = useTranslation('bulk');
  return (
    <div className="bulk-options">
      {preview.format === 'csv' ? (
        <>
          <Select
            label={t('reading.encoding')}
            options={encodings.map((value) => ({ value, label: t(`reading.encodings.${value}`) }))}
            value={options.encoding}
            onChange={(encoding) => setOptions({ encoding })}
          />
          <Character kind="separator" usual={separators} value={options.separator} onChange={(separator) => setOptions({ separator })} />
          <Character kind="quote" usual={quotes} value={options.quote} onChange={(quote) => setOptions({ quote })} />
        </>
      ) : (
        <Select
          label={t('reading.sheet')}
          options={preview.sheets.map((value) => ({ value, label: value }))}
          value={options.sheet}
          onChange={(sheet) => setOptions({ sheet })}
        />
      )}
      <Checkbox isSelected={options.header} onChange={(header) => setOptions({ header })}>
        {t('reading.header')}
      </Checkbox>
      <p className="ui-help" role="status">
        {reading ? t('reading.again') : ''}
      </p>
    </div>
  );
}

/** The first rows as they are read now, with the role of each column. */
export function PreviewTable({ draft: { preview, mapping } }: { draft: Draft }) {
  const { t } = useTranslation(['bulk', 'results']);
  const columnName = useColumnName(preview);
  const use = (column: number): string | null => {
    const place = mapping.name.indexOf(column);
    if (place >= 0) return mapping.name.length === 1 ? t('results:column.name') : t('column.namePart', { number: place + 1 });
    return mapping.identification === column ? t('column.identification') : null;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, so the arrow keys must reach it
    <section className="bulk-scroll" aria-label={t('reading.preview')} tabIndex={0}>
      <table className="bulk-table">
        <thead>
          <tr>
            {preview.columns.map((_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a column
              <th key={column} scope="col" className={use(column) ? 'bulk-used' : undefined}>
                {columnName(column)}
                {use(column) && <span className="bulk-use">{use(column)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.sample.slice(0, 8).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
            <tr key={row}>
              {preview.columns.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
                <td key={column}>{cells[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
