/** Blocks of the matches, each with its reasons and its decisions. */
import { localTime } from '../../../../shared/domain/local-format.ts';
import type { Decision, Match, ScreeningView } from '../../../../shared/domain/screening/screening.ts';
import { type Block, type Fact, type FactValue, factIfAny } from '../../../platform/pdf/paper/blocks.ts';
import { treeBlocks } from '../../../platform/pdf/paper/tree.ts';
import type { PaperWords } from '../../../platform/pdf/paper/words.ts';

/** Members that have a separate row; all others are listed under the provider's names. */
const shown = new Set(
  `lista estado estado1 estado2 estado3 categoria nombre_apellido url pais detalle nombre_relacion_lista relacionado
   pasaporte pasaporte2 n_identificacion n_identificacion2 ciudadania alias`.split(/\s+/),
);

/** Rows of a match in reading order, each with the member whose name is the key of its label. */
const rows = [
  ['names', 'nombre_apellido'],
  ['aliases', 'alias'],
  ['identifications', 'n_identificacion'],
  ['passports', 'pasaporte'],
  ['lists', 'lista'],
  ['relatedLists', 'nombre_relacion_lista'],
  ['categories', 'categoria'],
  ['statuses', 'estado'],
  ['countries', 'pais'],
  ['citizenships', 'ciudadania'],
  ['details', 'detalle'],
  ['related', 'relacionado'],
] as const;

export function matchesHeading(view: ScreeningView, { say }: PaperWords): Block[] {
  const lists = view.sources.find(({ source }) => source === 'lists');
  const answered = lists?.state === 'clear' || lists?.state === 'hit';
  const heading: Block = { kind: 'heading', level: 2, text: say('matches.heading') };
  if (view.matches.length > 0) return [heading];
  return [heading, { kind: 'paragraph', text: say(answered ? 'matches.none' : 'matches.noneWithoutAnswer') }];
}

export function matchBlocks(match: Match, view: ScreeningView, words: PaperWords): Block[] {
  const { say } = words;
  const number = say('matches.one', { number: match.number + 1, total: view.matches.length });
  const other = Object.fromEntries(Object.entries(match.entry).filter(([name, value]) => !(shown.has(name) && isShowable(value))));
  return [
    { kind: 'heading', level: 3, text: `${number} · ${match.names[0] ?? match.aliases[0] ?? say('matches.unnamed')}` },
    {
      kind: 'facts',
      facts: [
        {
          label: say('matches.reasons'),
          values: match.reasons.map((reason) => ({ text: say(`screening.reason.${reason}.word`), bold: true })),
        },
        ...decisionFacts(
          view.decisions.filter((decision) => decision.match === match.number),
          say('matches.decision'),
          { text: say('decision.none'), bold: true },
          words,
        ),
        ...rows.flatMap(([row, member]) => factIfAny(say(`screening.member.${member}`), match[row])),
        ...factIfAny(say('screening.member.url'), match.url === null ? [] : [match.url]),
      ],
    },
    ...(Object.keys(other).length === 0 ? [] : [{ kind: 'paragraph', text: `${say('matches.other')}:` } as const, ...treeBlocks(other)]),
  ];
}

/** Texts and arrays of texts are in the match; a listed member in another form is not, and is shown unchanged. */
const isShowable = (value: unknown): boolean =>
  value === null || typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** Blocks of the decisions on the screening as a whole, and on entries that the answer does not have. */
export function screeningDecisionBlocks(view: ScreeningView, words: PaperWords): Block[] {
  const { say } = words;
  const numbers = new Set<number | null>(view.matches.map(({ number }) => number));
  const onScreening = view.decisions.filter(({ match }) => match === null);
  const elsewhere = view.decisions.filter(({ match }) => match !== null && !numbers.has(match));
  // Without matches and decisions it is a single line below the matches.
  const heading: Block[] =
    view.matches.length + view.decisions.length > 0 ? [{ kind: 'heading', level: 2, text: say('decision.heading') }] : [];
  return [
    ...heading,
    {
      kind: 'facts',
      facts: [
        ...decisionFacts(onScreening, say('decision.label'), { text: say('decision.noneOnScreening') }, words),
        ...elsewhere.map((decision) => decisionFact(decision, say('decision.elsewhere', { number: (decision.match ?? 0) + 1 }), words)),
      ],
    },
  ];
}

/** Facts of the latest decision, which counts, and then of the earlier ones, newest first. */
function decisionFacts(decisions: readonly Decision[], label: string, none: FactValue, words: PaperWords): Fact[] {
  const newestFirst = [...decisions].reverse();
  if (newestFirst.length === 0) return [{ label, values: [none] }];
  return newestFirst.map((decision, index) => decisionFact(decision, index === 0 ? label : words.say('decision.earlier'), words));
}

function decisionFact({ verdict, reason, by, at }: Decision, label: string, { say, language }: PaperWords): Fact {
  const text = say('decision.text', {
    verdict: say(`decision.verdict.${verdict}`),
    reason: reason.trim() === '' ? say('decision.noReason') : reason,
  });
  return { label, values: [{ text, bold: true }, { text: say('decision.by', { by, at: localTime(at, language) }) }] };
}
