/** Endpoint F, `POST {search_url}`: answers from the invented lists and sources about one person (interface description, Resources). */
import type { Misbehaviour, SourceFailure } from '../behaviour.ts';
import { createRegister, keysOfEntry } from './find-people.ts';
import { listEntries } from './list-entries.ts';
import type { ListEntry } from './lists.ts';
import { type Person, people } from './people.ts';
import type { SearchRequest } from './search-request.ts';

export type Search = {
  /** The data found for this person; the person's own `wrong` counts where the queue has no misbehaviour for the call. */
  find(asked: SearchRequest): Found;
  /** The answer to `asked`, with its misbehaviour. `begun`: `performance.now()` at the start of the call. */
  answer(asked: SearchRequest, found: Found, wrong: Misbehaviour, begun: number): Record<string, unknown>;
};
export type Found = { entries: { item: ListEntry; blocks: boolean }[]; person: Person | undefined };

type Sources = Record<SourceFailure['name'], unknown>;

const members: Record<SourceFailure['name'], string> = {
  procurator: 'datos_pro',
  judicial: 'datos_ramajudicial',
  news: 'datos_amlnews',
  lists: 'datos_tsti',
  social: 'datos_twitter',
};
const spoken: Record<SourceFailure['name'], string> = {
  procurator: 'Procuraduría',
  judicial: 'Rama judicial',
  news: 'Noticias',
  lists: 'Listas',
  social: 'Redes sociales',
};
const firstLogNumber = 900_001;

export function createSearch(): Search {
  const entries = createRegister(listEntries, keysOfEntry);
  const persons = createRegister(people, ({ name, identification }) => ({
    names: [name],
    identifications: identification === undefined ? [] : [identification],
    binding: false,
  }));
  let answered = 0;

  return {
    find: (asked) => ({ entries: entries.find(asked), person: persons.find(asked)[0]?.item }),
    answer(asked, found, wrong, begun) {
      const { entries: matching, person } = found;
      const sources: Sources = {
        procurator: asked.procurator ? (person?.procurator ?? null) : null,
        judicial: asked.judicial ? (person?.judicial ?? null) : null,
        news: person?.news ?? [],
        lists: matching.map(({ item }) => item),
        social: person?.social ?? null,
      };
      const silent = [person?.silent, wrong.source].filter((one) => one !== undefined).filter(({ name }) => asksFor(asked, name));
      const listsAnswer = !silent.some(({ name }) => name === 'lists');
      const result = {
        item_no: 1,
        nombre: wrong.otherPerson ? 'OTRA PERSONA DE PRÁCTICA' : asked.name,
        doc_id: wrong.otherPerson ? '99999999' : asked.identification,
        block: listsAnswer && matching.some(({ blocks }) => blocks),
        ...wireOf(sources, silent),
        ...person?.inResult?.(asked),
      };
      return {
        datetime: wallClock(new Date()),
        id_bitacora: person?.withoutLogNumber ? undefined : firstLogNumber + answered++,
        results: [result],
        // A queued delay still follows when this is written.
        elapsed_time: Number(((performance.now() - begun + (wrong.delay ?? 0)) / 1000).toFixed(3)),
        ...person?.extra,
      };
    },
  };
}

/** Lists, news and social are always searched; a source that was not queried cannot fail to answer. */
function asksFor(asked: SearchRequest, name: SourceFailure['name']): boolean {
  return name === 'judicial' || name === 'procurator' ? asked[name] : true;
}

function wireOf(sources: Sources, silent: readonly SourceFailure[]): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members) as [SourceFailure['name'], string][]) {
    const failure = silent.find((one) => one.name === name);
    if (failure?.as === 'missing') continue;
    wire[member] = failure ? failureForm(failure) : sources[name];
  }
  return wire;
}

/** The form in which the provider reports a source that did not respond is not shown (Errors); these are invented. */
function failureForm({ name, as }: SourceFailure): unknown {
  if (as === 'text') return `La fuente ${spoken[name]} no respondió`;
  return { error: true, fuente: spoken[name], mensaje: 'La fuente no respondió a tiempo', codigo: 504 };
}

/** `YYYY-MM-DD HH:MM:SS` on this machine's clock; the description states no offset. */
function wallClock(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${day} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':')}`;
}
