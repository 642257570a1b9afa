/** Finds the smallest provider rules that would let an unverified document be signed: rules for additions to every document. */

import { type AreaRule, type Edge, type ProviderRule, providerRuleSchema } from '../../../../shared/domain/verification/provider-rule.ts';
import { type Difference, findingsOfAdditions, type VerificationReport } from '../../../../shared/domain/verification/verification.ts';
import type { VerificationSettings } from '../../../../shared/domain/verification/verification-settings.ts';
import { type Problem, StationError } from '../../../../shared/errors.ts';
import { bottomLineOf } from '../../verification/verification.ts';
import type { Checked } from '../rules/resolve-outcome.ts';

/** Edges in the order in which providers use them. */
const edges: readonly Edge[] = ['bottom', 'top', 'left', 'right'];
/** Permille of the page. */
const depthStep = 10;
const maxDepth = 300;

/**
 * Fewer do not show on which pages the provider adds: page 1 of 2 is the first, and every one but the last, such as those with initials.
 * Its rule is for all pages, since one for the first alone would refuse the next document of three.
 */
const fewestPages = 3;

/** Differences that no rule accepts. */
const beyondRules: readonly Difference['what'][] = ['size', 'form', 'document'];

type Check = (settings: VerificationSettings) => Promise<Checked>;

/**
 * Returns the smallest rules, confirmed by a check with them added to the settings.
 * @throws StationError `no-rule-fits`, `no-rule-needed`, `cancelled`, and why a check could not be made
 */
export async function findRules(settings: VerificationSettings, check: Check): Promise<ProviderRule[]> {
  const checkedWith = async (added: readonly ProviderRule[]): Promise<{ isSigned: boolean; report: VerificationReport }> => {
    const { problem, verification } = await check({ ...settings, rules: [...settings.rules, ...added] });
    if (verification === null) throw notChecked(problem);
    return { isSigned: problem === null, report: verification.report };
  };
  const isSignedWith = async (added: readonly ProviderRule[]) => (await checkedWith(added)).isSigned;

  const plain = await checkedWith([]);
  if (plain.isSigned) throw new StationError('no-rule-needed');
  const pages = addedPages(plain.report, settings);
  const { isSigned, report } = pages.length === 0 ? plain : await checkedWith(pages);
  if (isSigned) return pages;
  if (report.comparison?.differences.some(({ what }) => beyondRules.includes(what))) throw new StationError('no-rule-fits');
  const areas = (await oneStrip(pages, isSignedWith)) ?? (await severalStrips(pages, isSignedWith));
  if (areas === null) throw new StationError('no-rule-fits');
  const isShort = (report.comparison?.pages?.original ?? 0) < fewestPages;
  const narrow = isShort ? areas : await onFewerPages(pages, areas, isSignedWith);
  return [...pages, ...narrow];
}

/** Returns the error for a check that could not be made. */
export const notChecked = (why: Problem | null): StationError =>
  why?.detail?.cause === 'cancelled' ? new StationError('cancelled') : new StationError(why?.code ?? 'internal', why?.detail);

/** Returns the rule for added pages, if needed. @throws StationError `no-rule-fits` when the document has other findings than additions */
function addedPages({ findings, comparison }: VerificationReport, { rules, withheld }: VerificationSettings): ProviderRule[] {
  const others = findings.filter((finding) => !findingsOfAdditions.includes(finding));
  const isOnlyAdditions = others.length < findings.length && bottomLineOf(others, withheld).startsWith('signed');
  const count = comparison?.pages ? comparison.pages.file - comparison.pages.original : -1;
  if (!isOnlyAdditions || count < 0) throw new StationError('no-rule-fits');
  if (count === 0 || rules.some((rule) => rule.kind === 'pages-at-end' && rule.count >= count)) return [];
  const rule = providerRuleSchema.safeParse({ kind: 'pages-at-end', count });
  if (!rule.success) throw new StationError('no-rule-fits');
  return [rule.data];
}

type IsSignedWith = (added: readonly ProviderRule[]) => Promise<boolean>;

const strip = (edge: Edge, depth: number): AreaRule => ({ kind: 'area', edge, depth, pages: 'all' });

/** Returns the strip that covers the least of the page; a corner may be reached from two edges. Null when no single strip fits. */
async function oneStrip(pages: readonly ProviderRule[], isSignedWith: IsSignedWith): Promise<AreaRule[] | null> {
  let best: AreaRule | null = null;
  for (const edge of edges) {
    const widest = strip(edge, best === null ? maxDepth : best.depth - depthStep);
    if (widest.depth > 0 && (await isSignedWith([...pages, widest]))) best = await shallowest(widest, pages, isSignedWith);
  }
  return best && [best];
}

/** Returns strips along several edges, each of which is needed; null when none fit. */
async function severalStrips(pages: readonly ProviderRule[], isSignedWith: IsSignedWith): Promise<AreaRule[] | null> {
  let strips = edges.map((edge) => strip(edge, maxDepth));
  if (!(await isSignedWith([...pages, ...strips]))) return null;
  // Where two edges could accept it, the first one does.
  for (const one of strips.toReversed()) {
    const rest = strips.filter((other) => other !== one);
    if (await isSignedWith([...pages, ...rest])) strips = rest;
  }
  for (const one of strips) {
    const rest = strips.filter((other) => other !== one);
    strips = [...rest, await shallowest(one, [...pages, ...rest], isSignedWith)];
  }
  return strips;
}

/** Finds the smallest sufficient depth by bisection, in steps. */
async function shallowest(area: AreaRule, others: readonly ProviderRule[], isSignedWith: IsSignedWith): Promise<AreaRule> {
  let [below, enough] = [0, area.depth / depthStep];
  while (enough - below > 1) {
    const middle = Math.floor((below + enough) / 2);
    if (await isSignedWith([...others, { ...area, depth: middle * depthStep }])) enough = middle;
    else below = middle;
  }
  return { ...area, depth: enough * depthStep };
}

async function onFewerPages(pages: readonly ProviderRule[], areas: readonly AreaRule[], isSignedWith: IsSignedWith): Promise<AreaRule[]> {
  for (const on of ['first', 'last'] as const) {
    const narrow = areas.map((area) => ({ ...area, pages: on }));
    if (await isSignedWith([...pages, ...narrow])) return narrow;
  }
  return [...areas];
}
