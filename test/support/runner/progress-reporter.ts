/** Vitest's reporter for `npm test`: one line per finished file, with its number in the run, and each failure in full. */
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';

const root = process.cwd();

function printFailure(title: string, errors: readonly { message?: string; stack?: string; diff?: string }[]): void {
  for (const { message = '', stack = '', diff = '' } of errors) {
    console.log([`    ✗ ${title}`, message, diff, stack].filter(Boolean).join('\n').replaceAll('\n', '\n      '));
  }
}

export default class ProgressReporter implements Reporter {
  #total = 0;
  #done = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#total = specifications.length;
  }

  onTestModuleEnd(module: TestModule): void {
    this.#done += 1;
    const seconds = (module.diagnostic().duration / 1000).toFixed(1);
    const mark = module.ok() ? '✓' : '✗';
    const place = `${String(this.#done).padStart(String(this.#total).length)}/${this.#total}`;
    console.log(`${place} ${mark} ${relative(root, module.moduleId)} ${seconds} s`);
    printFailure('the file itself', module.errors());
    for (const test of module.children.allTests()) this.#printTest(test);
  }

  onTestRunEnd(_: unknown, errors: readonly { message?: string; stack?: string }[]): void {
    printFailure('outside of any test', errors);
  }

  #printTest(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state === 'failed') printFailure(test.fullName, errors);
    if (state === 'skipped') console.log(`    skipped: ${test.fullName}`);
  }
}
