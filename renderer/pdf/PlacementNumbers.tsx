/** The numbers of a placement, bound to the rule in both directions; an invalid entry is explained and changes nothing. */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Anchor, anchors } from '../../shared/domain/anchors.ts';
import type { PageFacts } from '../../shared/domain/geometry.ts';
import type { PlacementRule } from '../../shared/domain/placement.ts';
import { displayedSize } from '../../shared/domain/placement-convert.ts';
import { pageOfRule } from '../../shared/domain/placement-rule.ts';
import { Checkbox, Select } from '../components/index.ts';
import { MeasureField } from './MeasureField.tsx';
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

export function PlacementNumbers({ rule, pages, onRuleChange, isDisabled = false, onValidityChange }: PlacementNumbersProps) {
  const { t, i18n } = useTranslation('pdf');
  const [wrong, setWrong] = useState(0);
  const count = useCallback((valid: boolean) => setWrong((before) => before + (valid ? -1 : 1)), []);
  useEffect(() => onValidityChange?.(wrong === 0), [wrong, onValidityChange]);
  const number = pages && pageOfRule(rule, pages.length);
  const facts = number ? pages?.[number - 1] : undefined;
  const size = facts && displayedSize(facts);
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  /** Checks a distance or length along one side of the page; `other` is the value that shares the side with it. */
  const alongSide = (side: number | undefined, other: number, positive: boolean) => (value: number) => {
    if (positive && value <= 0) return t('fields.least');
    const room = side === undefined ? Number.POSITIVE_INFINITY : side - other;
    if (value < 0 || value > room + 0.01) return t('fields.offPage', { room: format.format(Math.max(0, Math.floor(room * 10) / 10)) });
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
