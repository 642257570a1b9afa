/** The columns that make up a query, and how their cells are read. */
import { useTranslation } from 'react-i18next';
import { Checkbox, Select, TextField } from '../../../../components/index.ts';
import { setEmptyText, setMapping } from './actions.ts';
import { type Draft, emptyValues, maxEmptyValues } from './draft.ts';
import { NameColumns } from './NameColumns.tsx';
import { useColumnName } from './use-columns.ts';

function SurnameFirst({ draft: { preview, mapping } }: { draft: Draft }) {
  const { t } = useTranslation('bulk');
  const columnName = useColumnName(preview);
  const where = mapping.surnameFirstWhere;
  return (
    <div className="bulk-surname">
      <Checkbox
        isSelected={mapping.surnameFirst}
        onChange={(surnameFirst) => setMapping({ surnameFirst, ...(surnameFirst ? {} : { surnameFirstWhere: null }) })}
      >
        {t('mapping.surnameFirst')}
      </Checkbox>
      {mapping.surnameFirst && (
        <div className="bulk-where">
          <Select
            label={t('mapping.where')}
            options={[
              { value: 'all', label: t('mapping.whereAll') },
              ...preview.columns.map((_, column) => ({ value: String(column), label: columnName(column) })),
            ]}
            value={where ? String(where.column) : 'all'}
            onChange={(chosen) =>
              setMapping({ surnameFirstWhere: chosen === 'all' ? null : { column: Number(chosen), value: where?.value ?? '' } })
            }
          />
          {where && (
            <TextField
              label={t('mapping.whereIs')}
              value={where.value}
              autoComplete="off"
              onChange={(value) => setMapping({ surnameFirstWhere: { ...where, value } })}
            />
          )}
        </div>
      )}
    </div>
  );
}

export function Mapping({ draft }: { draft: Draft }) {
  const { t } = useTranslation('bulk');
  const { preview, mapping, emptyText } = draft;
  const columnName = useColumnName(preview);
  return (
    <div className="bulk-mapping">
      <NameColumns draft={draft} />
      <SurnameFirst draft={draft} />
      <Select
        label={t('mapping.identification')}
        options={[
          { value: 'none', label: t('mapping.noIdentification') },
          ...preview.columns.map((_, column) => ({ value: String(column), label: columnName(column) })),
        ]}
        value={mapping.identification === null ? 'none' : String(mapping.identification)}
        onChange={(chosen) => setMapping({ identification: chosen === 'none' ? null : Number(chosen) })}
      />
      <TextField
        label={t('mapping.empty')}
        description={t('mapping.emptyHelp')}
        rows={2}
        value={emptyText}
        spellCheck="false"
        errorMessage={emptyValues(emptyText).length > maxEmptyValues ? t('mapping.emptyTooMany', { most: maxEmptyValues }) : undefined}
        onChange={setEmptyText}
      />
    </div>
  );
}
