/** The columns that make up a query, and how their cells are read. */

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TablePreview } from '../../../../../shared/domain/screening/bulk-screening.ts';
import { announce, Banner, Button, Checkbox, IconButton, Select, TextField } from '../../../../components/index.ts';
import { setEmptyText, setMapping } from './actions.ts';
import { type Draft, emptyValues, maxEmptyValues, moved } from './draft.ts';

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
              onChange={(value) => setMapping({ surnameFirstWhere: { ...where, value } })}
            />
          )}
        </div>
      )}
    </div>
  );
}

const maxColumns = 10;

/** The columns that make up the name, in order; every action works with the keyboard. */
function NameColumns({ draft: { preview, mapping } }: { draft: Draft }) {
  const { t } = useTranslation(['bulk', 'screening']);
  const columnName = useColumnName(preview);
  const list = useRef<HTMLOListElement>(null);
  /** The button that keeps the focus after a move, or the place that receives it after a removal. */
  const next = useRef<string | null>(null);
  const { name } = mapping;
  useEffect(() => {
    if (next.current === null) return;
    // At the first or last place that button is disabled: the other one receives the focus.
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(next.current) ?? [])];
    next.current = null;
    buttons.find((button) => !button.hasAttribute('disabled'))?.focus();
  });
  const free = preview.columns.map((_, column) => column).filter((column) => !name.includes(column));
  const move = (from: number, by: -1 | 1) => {
    next.current =
      by === -1
        ? `.bulk-place-${from + by} .bulk-up, .bulk-place-${from + by} .bulk-down`
        : `.bulk-place-${from + by} .bulk-down, .bulk-place-${from + by} .bulk-up`;
    setMapping({ name: moved(name, from, by) });
    announce(t('mapping.moved', { column: columnName(name[from] ?? 0), place: from + by + 1 }));
  };
  const remove = (place: number) => {
    next.current = `.bulk-place-${Math.max(0, place - 1)} button`;
    setMapping({ name: name.filter((_, at) => at !== place) });
  };
  return (
    <fieldset className="bulk-names">
      <legend className="ui-label">{t('mapping.name')}</legend>
      <p className="ui-help">{t('screening:form.nameHelp')}</p>
      <ol ref={list}>
        {name.map((column, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a choice while its column changes
          <li key={place} className={`bulk-place bulk-place-${place}`}>
            <Select
              label={t('mapping.part', { number: place + 1 })}
              hideLabel
              options={preview.columns
                .map((_, value) => ({ value: String(value), label: columnName(value) }))
                .filter(({ value }) => Number(value) === column || !name.includes(Number(value)))}
              value={String(column)}
              onChange={(chosen) => setMapping({ name: name.map((before, at) => (at === place ? Number(chosen) : before)) })}
            />
            <IconButton
              className="bulk-up"
              icon={ArrowUp}
              aria-label={t('mapping.up', { column: columnName(column) })}
              isDisabled={place === 0}
              onPress={() => move(place, -1)}
            />
            <IconButton
              className="bulk-down"
              icon={ArrowDown}
              aria-label={t('mapping.down', { column: columnName(column) })}
              isDisabled={place === name.length - 1}
              onPress={() => move(place, 1)}
            />
            <IconButton
              icon={X}
              aria-label={t('mapping.remove', { column: columnName(column) })}
              isDisabled={name.length === 1}
              onPress={() => remove(place)}
            />
          </li>
        ))}
      </ol>
      {free.length > 0 && name.length < maxColumns && (
        <Button
          size="small"
          icon={Plus}
          onPress={() => {
            next.current = `.bulk-place-${name.length} button`;
            setMapping({ name: [...name, free[0] ?? 0] });
          }}
        >
          {t('mapping.add')}
        </Button>
      )}
    </fieldset>
  );
}

export function Mapping({ draft }: { draft: Draft }) {
  const { t } = useTranslation('bulk');
  const { preview, mapping, mapped, emptyText } = draft;
  const columnName = useColumnName(preview);
  return (
    <div className="bulk-mapping">
      {!mapped && !preview.isNameSure && <Banner tone="doubt" what={t('mapping.unsure')} do={t('mapping.unsureDo')} />}
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
        errorMessage={emptyValues(emptyText).length > maxEmptyValues ? t('mapping.emptyTooMany', { max: maxEmptyValues }) : undefined}
        onChange={setEmptyText}
      />
    </div>
  );
}

/** Returns the titles of columns: their header, otherwise their position. */
export function useColumnName({ columns }: TablePreview): (column: number) => string {
  const { t } = useTranslation('bulk');
  return (column) => {
    const name = columns[column]?.trim();
    return name ? t('column.named', { number: column + 1, name }) : t('column.unnamed', { number: column + 1 });
  };
}
