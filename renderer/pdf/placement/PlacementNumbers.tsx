/** The numbers of a placement, bound to the rule in both directions; an invalid entry is explained and changes nothing. */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Anchor, anchors } from '../../../shared/domain/placement/anchors.ts';
import type { PageFacts } from '../../../shared/domain/placement/geometry.ts';
import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import { displayedSize } from '../../../shared/domain/placement/placement-convert.ts';
import { pageOfRule } from '../../../shared/domain/placement/placement-rule.ts';
import { Checkbox, FilterGroup, Select, TextField, type TextFieldProps } from '../../components/index.ts';
import { decimalsOf, fromPoints, lengthUnits, roomWords, stepOf, toPoints, useLengths } from './lengths.ts';
import { reanchored } from './placement-moves.ts';

export type PlacementFieldsProps = {
  rule: PlacementRule | null;
  /** Pages of the document on screen; without them the page's limits are not checked. */
  pages: readonly PageFacts[] | null;
  onRuleChange: (rule: PlacementRule) => void;
  isDisabled?: boolean;
  /** False while an entry is invalid, i.e. the screen does not show the rule. */
  onValidityChange?: (valid: boolean) => void;
};

export type PlacementNumbersProps = PlacementFieldsProps & { rule: PlacementRule };

type MeasureFieldProps = {
  label: string;
  value: number;
  /** Returns what is wrong with a number, in words; undefined when it is valid. */
  check: (value: number) => string | undefined;
  /** 0: whole numbers only. */
  decimals: number;
  /** What an arrow key adds; ten times as much with Shift. */
  step?: number;
  className?: string;
  isDisabled?: boolean;
  onChange: (value: number) => void;
  onValidityChange: (valid: boolean) => void;
};

/** Accepts a comma or a point; nothing else that JavaScript would take for a number. */
const parsed = (text: string): number => (/^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN);

/** One number of the placement as text: the input stays as typed, valid or not, until it is corrected or the rule changes elsewhere. */
function MeasureField({
  label,
  value,
  check,
  decimals,
  step: size = 1,
  className = '',
  isDisabled = false,
  onChange,
  onValidityChange,
}: MeasureFieldProps) {
  const { t, i18n } = useTranslation('pdf');
  const [typed, setTyped] = useState<{ text: string; value: number } | null>(null);
  // The rule changed elsewhere (mouse, arrows, preset): its number applies.
  if (typed && typed.value !== value) setTyped(null);

  const rounded = (number: number) => Math.round(number * 10 ** decimals) / 10 ** decimals;
  const problemWith = (number: number) => {
    if (Number.isNaN(number)) return t('fields.notNumber');
    if (decimals === 0 && !Number.isInteger(number)) return t('fields.notWhole');
    return check(number);
  };
  const error = typed && !isDisabled ? problemWith(parsed(typed.text)) : undefined;
  const invalid = error !== undefined;
  useEffect(() => {
    if (!invalid) return;
    onValidityChange(false);
    return () => onValidityChange(true);
  }, [invalid, onValidityChange]);

  const type = (text: string) => {
    const number = parsed(text);
    const fine = problemWith(number) === undefined;
    const next = rounded(number);
    setTyped({ text, value: fine ? next : value });
    if (fine && next !== value) onChange(next);
  };
  const onKeyDown: NonNullable<TextFieldProps['onKeyDown']> = (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step === undefined) {
      // Shortcuts of the viewer work here too.
      event.continuePropagation();
      return;
    }
    event.preventDefault();
    const next = rounded(value + step * size * (event.shiftKey ? 10 : 1));
    if (problemWith(next) !== undefined) return;
    setTyped(null);
    onChange(next);
  };
  const shown = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: decimals, useGrouping: false }).format(value);
  return (
    <TextField
      className={className}
      label={label}
      inputMode="decimal"
      isDisabled={isDisabled}
      value={typed?.text ?? shown}
      errorMessage={error}
      onChange={type}
      onKeyDown={onKeyDown}
      onBlur={() => !invalid && setTyped(null)}
    />
  );
}

type LengthFieldProps = Omit<MeasureFieldProps, 'decimals' | 'step'>;

/** A length in points, shown and typed in the unit of the screen. */
function LengthField({ value, check, onChange, ...rest }: LengthFieldProps) {
  const { unit } = useLengths();
  return (
    <MeasureField
      // What was typed in another unit is no number of this one.
      key={unit}
      {...rest}
      value={fromPoints(value, unit)}
      decimals={decimalsOf(unit)}
      step={stepOf(unit)}
      check={(length) => check(toPoints(length, unit))}
      onChange={(length) => onChange(toPoints(length, unit))}
    />
  );
}

/** The unit of the lengths, to choose where the station stores the choice. */
function Unit() {
  const { t } = useTranslation('pdf');
  const { unit, onChoose } = useLengths();
  if (!onChoose) return <p className="viewer-fields-wide viewer-fields-unit">{t(`fields.unit.${unit}`)}</p>;
  return (
    <div className="viewer-fields-wide viewer-fields-unit">
      <span className="ui-label" aria-hidden="true">
        {t('fields.units')}
      </span>
      <FilterGroup isChoice label={t('fields.units')} names={lengthUnits} chosen={unit} onChoose={onChoose}>
        {(name) => t(`fields.unit.${name}`)}
      </FilterGroup>
    </div>
  );
}

export function PlacementNumbers({ rule, pages, onRuleChange, isDisabled = false, onValidityChange }: PlacementNumbersProps) {
  const { t } = useTranslation('pdf');
  const { unit } = useLengths();
  const [wrong, setWrong] = useState(0);
  const count = useCallback((valid: boolean) => setWrong((before) => before + (valid ? -1 : 1)), []);
  useEffect(() => onValidityChange?.(wrong === 0), [wrong, onValidityChange]);
  const number = pages && pageOfRule(rule, pages.length);
  const facts = number ? pages?.[number - 1] : undefined;
  const size = facts && displayedSize(facts);
  /** Checks a distance or length along one side of the page; `other` is the value that shares the side with it. */
  const alongSide = (side: number | undefined, other: number, positive: boolean) => (value: number) => {
    if (positive && value <= 0) return t('fields.least');
    const room = side === undefined ? Number.POSITIVE_INFINITY : side - other;
    if (value < 0 || value > room + 0.01) return t(`fields.offPage.${unit}`, { room: roomWords(room, unit) });
    return undefined;
  };
  const change = (part: Partial<PlacementRule>) => onRuleChange({ ...rule, ...part });
  const anchored = (anchor: Anchor) => (facts && size ? onRuleChange(reanchored(rule, anchor, facts, size)) : change({ anchor }));
  const onPage = (page: number) =>
    page < 1 || (pages && page > pages.length) ? t('fields.pageRange', { pages: pages?.length }) : undefined;
  const [left, bottom] = [rule.anchor.endsWith('left'), rule.anchor.startsWith('bottom')];
  const shared = { isDisabled, onValidityChange: count };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every engine
    <div className="viewer-fields" role="group" aria-label={t('fields.group')}>
      <MeasureField
        {...shared}
        decimals={0}
        className="viewer-fields-inline"
        label={t('fields.page')}
        value={rule.page === -1 ? pages?.length || 1 : rule.page}
        isDisabled={isDisabled || rule.page === -1}
        check={onPage}
        onChange={(page) => change({ page })}
      />
      <Checkbox isDisabled={isDisabled} isSelected={rule.page === -1} onChange={(last) => change({ page: last ? -1 : pages?.length || 1 })}>
        {t('fields.lastPage')}
      </Checkbox>
      <Select
        className="viewer-fields-wide viewer-fields-inline"
        label={t('fields.anchor')}
        isDisabled={isDisabled}
        options={anchors.map((value) => ({ value, label: t(`fields.corners.${value}`) }))}
        value={rule.anchor}
        onChange={anchored}
      />
      <LengthField
        {...shared}
        label={left ? t('fields.xLeft') : t('fields.xRight')}
        value={rule.x}
        check={alongSide(size?.width, rule.width, false)}
        onChange={(x) => change({ x })}
      />
      <LengthField
        {...shared}
        label={bottom ? t('fields.yBottom') : t('fields.yTop')}
        value={rule.y}
        check={alongSide(size?.height, rule.height, false)}
        onChange={(y) => change({ y })}
      />
      <LengthField
        {...shared}
        label={t('fields.width')}
        value={rule.width}
        check={alongSide(size?.width, rule.x, true)}
        onChange={(width) => change({ width })}
      />
      <LengthField
        {...shared}
        label={t('fields.height')}
        value={rule.height}
        check={alongSide(size?.height, rule.y, true)}
        onChange={(height) => change({ height })}
      />
      <Unit />
    </div>
  );
}
