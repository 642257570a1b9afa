import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Runs a task when the test is over; outside of a test, as at the top of a file, when all tests of the file are. */
export function atEnd(task: () => unknown): void {
  const end = async () => {
    await task();
  };
  if (TestRunner.getCurrentTest() === undefined) afterAll(end);
  else onTestFinished(end);
}
