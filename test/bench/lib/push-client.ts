/**
 * The caller of the bench of pushes, a process of its own: sends prepared bodies over a number of connections that stay open, each
 * the next one once its answer is there. Raw sockets, so that the caller takes as little as possible of the machine.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { newRecord } from '../../support/doors/practice.ts';

export type Task = { url: string; token: string; count: number; connections: number; kind: PushKind };
export type PushKind = 'small' | 'full';
/** `statuses`: how many answers had each status. A push that got 503 is sent again. */
export type Outcome = { seconds: number; statuses: Record<number, number> };

/** Bytes of each picture: three of them in base64 make 310 KB with the record. */
const pictureBytes = 76_000;

/** As endpoint B describes use 2, and as a provider sends it that puts the pictures into the push. */
function preparedBodies(kind: PushKind, count: number): Buffer[] {
  const images = ['Rostro', 'Documento frente', 'Documento reverso'].map((name, at) => {
    const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(pictureBytes)]);
    return { Id: at + 1, ImageTypeId: at + 1, ImageTypeName: name, Image: picture.toString('base64') };
  });
  const pictures = Buffer.from(`,"Images":${JSON.stringify(images)}}`);
  return Array.from({ length: count }, () => {
    const person = String(Math.floor(Math.random() * 1e10)).padStart(10, '1');
    const record = { ...newRecord('usual', Math.random), TransactionId: randomUUID(), IdNumber: person, IdNumberFromClient: person };
    const json = Buffer.from(JSON.stringify(record));
    return kind === 'small' ? json : Buffer.concat([json.subarray(0, -1), pictures]);
  });
}

/** Sends what `next` returns until it returns null. */
async function call(url: URL, next: () => Buffer[] | null, answered: (status: number) => void): Promise<void> {
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  socket.setNoDelay();
  const done = Promise.withResolvers<void>();
  let text = '';
  const send = () => {
    const pieces = next();
    if (pieces === null) return socket.end(done.resolve);
    socket.cork();
    for (const piece of pieces) socket.write(piece);
    return socket.uncork();
  };
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: *(\d+)/i.exec(text)?.[1]);
    if (text.length < end + 4 + length) return;
    const status = Number(text.slice(9, 12));
    text = '';
    answered(status);
    send();
  });
  socket.on('error', done.reject).on('close', () => done.resolve());
  send();
  await done.promise;
}

async function pushAll({ url, token, count, connections, kind }: Task): Promise<Outcome> {
  const waiting = preparedBodies(kind, count);
  const head = (length: number) =>
    Buffer.from(
      `POST /api/Integration/Documents HTTP/1.1\r\nHost: station\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    );
  const statuses: Outcome['statuses'] = {};
  const begun = performance.now();
  const caller = () => {
    let body: Buffer | undefined;
    const next = () => {
      body = waiting.pop();
      return body ? [head(body.length), body] : null;
    };
    return call(new URL(url), next, (status) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 503 && body) waiting.push(body);
    });
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return { seconds: (performance.now() - begun) / 1000, statuses };
}

process.on('message', async (task: Task) => process.send?.(await pushAll(task)));
process.send?.('ready');
