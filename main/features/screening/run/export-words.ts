/** What an export for people says, in their language. */
import type { Words } from '../../../platform/i18n/words.ts';
import type { ExportWords } from './export-run.ts';

export function exportWords({ say, problem }: Words): ExportWords {
  return {
    columnWithoutName: (number) => say('export.column', { number }),
    headings: {
      outcome: say('export.heading.outcome'),
      block: say('export.heading.block'),
      logNumber: say('export.heading.logNumber'),
      sources: say('export.heading.sources'),
      bestMatch: say('export.heading.bestMatch'),
      error: say('export.heading.error'),
    },
    outcome: (outcome) => say(`export.outcome.${outcome}`),
    block: (block) => say(`export.block.${block}`),
    source: (source, state, count) => `${say(`export.source.${source}`)}: ${say(`export.state.${state}`, { count })}`,
    match: (name, reason) => `${name} (${say(`export.reason.${reason}`)})`,
    problem,
    silent: (sources) => say('export.silent', { sources: sources.map((source) => say(`export.source.${source}`)).join(', ') }),
    others: (paths) => say('export.others', { paths: paths.join(', ') }),
    faults: (faults) => say('export.faults', { faults: faults.map((fault) => say(`export.fault.${fault}`)).join('; ') }),
  };
}
