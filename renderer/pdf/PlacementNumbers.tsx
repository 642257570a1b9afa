/** The numbers of a placement, bound to the rule in both directions; an invalid entry is explained and changes nothing. */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Anchor, anchors } from '../../shared/domain/anchors.ts';
import type { PageFacts } from '../../shared/domain/geometry.ts';
import type { PlacementRule } from '../../shared/domain/placement.ts';
import { displayedSize } from '../../shared/domain/placement-convert.ts';
import { pageOfRule } from '../../shared/domain/placement-rule.ts';
import { Checkbox, Select, TextField, type TextFieldProps } from '../components/index.ts';
import { tenthWords } from '../i18n/formats.ts';
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
  whole?: boolean;
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
  whole = false,
  className = '',
  isDisabled = false,
  onChange,
  onValidityChange,
}: MeasureFieldProps) {
  const { t, i18n } = useTranslation('pdf');
  const [typed, setTyped] = useState<{ text: string; value: number } | null>(null);
  // The rule changed elsewhere (mouse, arrows, preset): its number applies.
  if (typed && typed.value !== value) setTyped(null);

  const problemWith = (number: number) => {
    if (Number.isNaN(number)) return t('fields.notNumber');
    if (whole && !Number.isInteger(number)) return t('fields.notWhole');
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
    const next = whole ? number : Math.round(number * 10) / 10;
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
    const next = value + step * (event.shiftKey ? 10 : 1);
    if (problemWith(next) !== undefined) return;
    setTyped(null);
    onChange(Math.round(next * 10) / 10);
  };
  const shown = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, useGrouping: false }).format(value);
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

export function PlacementNumbers({ rule, pages, onRuleChange, isDisabled = false, onValidityChange }: PlacementNumbersProps) {
  const { t } = useTranslation('pdf');
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
    if (value < 0 || value > room + 0.01) return t('fields.offPage', { room: tenthWords(Math.max(0, Math.floor(room * 10) / 10)) });
    return undefined;
  };
  const change = (part: Partial<PlacementRule>) => onRuleChange({ ...rule, ...part });
  const anchored = (anchor: Anchor) => (facts && size ? onRuleChange(reanchored(rule, anchor, facts, size)) : change({ anchor }));
  const onPage = (page: number) =>
    page < 1 || (pages && page > pages.length) ? t('fields.pageRange', { total: pages?.length }) : undefined;
  const [left, bottom] = [rule.anchor.endsWith('left'), rule.anchor.startsWith('bottom')];
  const shared = { isDisabled, onValidityChange: count };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every engine
    <div className="viewer-fields" role="group" aria-label={t('fields.group')}>
      <MeasureField
        {...shared}
        whole
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
      <MeasureField
        {...shared}
        label={left ? t('fields.xLeft') : t('fields.xRight')}
        value={rule.x}
        check={alongSide(size?.width, rule.width, false)}
        onChange={(x) => change({ x })}
      />
      <MeasureField
        {...shared}
        label={bottom ? t('fields.yBottom') : t('fields.yTop')}
        value={rule.y}
        check={alongSide(size?.height, rule.height, false)}
        onChange={(y) => change({ y })}
      />
      <MeasureField
        {...shared}
        label={t('fields.width')}
        value={rule.width}
        check={alongSide(size?.width, rule.x, true)}
        onChange={(width) => change({ width })}
      />
      <MeasureField
        {...shared}
        label={t('fields.height')}
        value={rule.height}
        check={alongSide(size?.height, rule.y, true)}
        onChange={(height) => change({ height })}
      />
      <p className="viewer-fields-wide viewer-fields-unit">{t('fields.unit')}</p>
    </div>
  );
}
