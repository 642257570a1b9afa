/** Reads one workbook in a worker thread: names of sheets, or rows in batches, each when it is asked for. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Problem, problemOf } from '../../../../../shared/errors.ts';
import type { RawLine } from '../table-line.ts';
import { workbookLines, workbookNames } from './workbook-rows.ts';

export type XlsxRequest = { path: string; want: 'names' } | { path: string; want: 'rows'; sheet: string | null };
/** `rows` empty: there are no more. */
export type XlsxReply = { names: string[] } | { rows: RawLine[] } | { problem: Problem };

/** Rows, or cells, in memory at once. */
const batch = { rows: 500, cells: 200_000 };

const request = workerData as XlsxRequest;
const answer = (reply: XlsxReply): void => parentPort?.postMessage(reply);

async function* batches(lines: AsyncIterable<RawLine>): AsyncGenerator<RawLine[]> {
  let rows: RawLine[] = [];
  let cells = 0;
  for await (const line of lines) {
    rows.push(line);
    cells += 'cells' in line ? line.cells.length : 1;
    if (rows.length < batch.rows && cells < batch.cells) continue;
    yield rows;
    [rows, cells] = [[], 0];
  }
  if (rows.length > 0) yield rows;
}

const rows = request.want === 'rows' ? batches(workbookLines(request.path, request.sheet)) : null;

async function next(): Promise<XlsxReply> {
  try {
    if (rows === null) return { names: await workbookNames(request.path) };
    const { value, done } = await rows.next();
    return { rows: done ? [] : value };
  } catch (thrown) {
    return { problem: problemOf(thrown) };
  }
}

parentPort?.on('message', () => void next().then(answer));
