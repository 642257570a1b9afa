/**
 * `electron.net` on the host: requests with the semantics of Electron's `ClientRequest`, on Node. What Electron refuses, waits for, sends
 * again and holds back, so does this. Read in Electron's own `ClientRequest` and `electron_api_url_loader.cc`, and in Chromium's
 * `http_network_transaction.cc`, `http_stream_parser.cc`, `chunked_data_pipe_upload_data_stream.cc` and `header_util.cc`.
 */
import type { IncomingMessage as NodeAnswer, ClientRequest as NodeRequest } from 'node:http';
import { Readable, type Transform, Writable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ClientRequestConstructorOptions } from 'electron';
import { netError, openExchange, ProxyAnswer } from './net-connections.ts';
import { requireReady } from './ready.ts';
import { connectionsOf, isBlocked } from './session.ts';

// Not imported: an import reads all exports, and `WebSocket` loads Node's own undici, in the host of each window.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http');

type Options = ClientRequestConstructorOptions;

/** Headers that Chromium's network service refuses from others (`header_util.cc`). */
const refusedHeaders = /^(content-length|host|trailer|te|upgrade|cookie2|keep-alive|transfer-encoding|set-cookie|proxy-.*)$/i;

export const net = {
  request(options: Options | string): ClientRequest {
    requireReady('net');
    return new ClientRequest(typeof options === 'string' ? { url: options } : options);
  },
};

const decoders: Record<string, () => Transform> = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** An answer. Its bytes are decoded. */
class IncomingMessage extends Readable {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly headers: NodeAnswer['headers'];

  constructor(answer: Pick<NodeAnswer, 'statusCode' | 'statusMessage' | 'headers'>) {
    super();
    this.statusCode = answer.statusCode ?? 0;
    this.statusMessage = answer.statusMessage ?? '';
    this.headers = answer.headers;
  }

  override _read(): void {
    this.emit('wanted');
  }
}

export class ClientRequest extends Writable {
  readonly #options: Options & { url: string };
  readonly #headers = new Map<string, { name: string; value: string }>();
  #chunked: boolean | undefined;
  #started = false;
  #written = false;
  #aborted = false;
  #hasTakenPieces = false;
  readonly #slurped: Buffer[] = [];
  #exchange: NodeRequest | null = null;
  #answer: IncomingMessage | null = null;
  /** An answer that arrived before the body was sent: Chromium reads it afterwards. */
  #early: NodeAnswer | null = null;
  #bodyIsSent = false;

  constructor(options: Options) {
    super({ autoDestroy: true });
    const { url, redirect = 'follow', headers = {}, credentials, origin } = options;
    if (!url || !/^https?:$/.test(new URL(url).protocol)) throw new Error('ClientRequest only supports http: and https: protocols');
    if (!['follow', 'error', 'manual'].includes(redirect)) throw new Error('redirect mode should be one of follow, error or manual');
    if (credentials === 'same-origin' && !origin) throw new Error('credentials: same-origin requires origin to be set');
    this.#options = { ...options, url };
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, String(value));
  }

  get chunkedEncoding(): boolean {
    return this.#chunked ?? false;
  }

  set chunkedEncoding(value: boolean) {
    if (this.#started) throw new Error('chunkedEncoding can only be set before the request is started');
    if (this.#chunked !== undefined) throw new Error('chunkedEncoding can only be set once');
    this.#chunked = value;
  }

  setHeader(name: string, value: string): void {
    if (this.#started || this.#written) throw new Error("Can't set headers after they are sent");
    validateHeaderName(name);
    validateHeaderValue(name, value);
    this.#headers.set(name.toLowerCase(), { name, value });
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, taken: (error?: Error | null) => void): void {
    this.#written = true;
    if (this.chunkedEncoding) {
      this.#begin();
      // Electron calls back once the piece is in a pipe that the network reads only after it has connected.
      this.#whenOpened((exchange) => {
        this.#hasTakenPieces = true;
        exchange.write(piece, () => !this.#aborted && taken());
      });
      return;
    }
    this.#slurped.push(piece);
    taken();
  }

  override _final(done: () => void): void {
    if (this.chunkedEncoding && this.#started) this.#whenOpened((exchange) => exchange.end(() => this.#sent()));
    else this.#begin();
    done();
  }

  abort(): void {
    if (!this.#aborted) process.nextTick(() => this.emit('abort'));
    this.#aborted = true;
    this.#die();
  }

  getUploadProgress() {
    const current = this.#bodyIsSent ? Buffer.concat(this.#slurped).length : 0;
    return { active: this.#started, started: current > 0, current, total: current };
  }

  followRedirect(): void {
    throw new Error('the Electron host follows no redirect');
  }

  readonly #waiting: ((exchange: NodeRequest) => void)[] = [];

  #whenOpened(use: (exchange: NodeRequest) => void): void {
    if (this.#exchange) use(this.#exchange);
    else this.#waiting.push(use);
  }

  #begin() {
    if (this.#started) return;
    this.#started = true;
    if (isBlocked(this.#options.session, this.#options.url)) return void setImmediate(() => this.#fail('ERR_BLOCKED_BY_CLIENT'));
    if (
      [...this.#headers.keys()].some((name) => refusedHeaders.test(name)) ||
      /^upgrade$/i.test(this.#headers.get('connection')?.value ?? '')
    )
      return void setImmediate(() => this.#fail('ERR_INVALID_ARGUMENT'));
    this.#open();
  }

  #open(): void {
    const { url, method = 'GET' } = this.#options;
    const headers: Record<string, string | number> = { connection: 'keep-alive' };
    for (const { name, value } of this.#headers.values()) {
      if (name.toLowerCase() === 'connection') delete headers.connection;
      headers[name] = value;
    }
    headers['accept-encoding'] ??= 'gzip, deflate, br';
    const body = this.chunkedEncoding ? null : Buffer.concat(this.#slurped);
    if (body !== null && (body.length > 0 || method === 'POST')) headers['content-length'] = body.length;
    if (body === null) headers['transfer-encoding'] = 'chunked';
    openExchange(connectionsOf(this.#options.session), { url, method: method.toUpperCase(), headers }, (info, answer) => {
      // Without a listener the request for credentials is cancelled.
      if (!this.emit('login', info, answer)) answer();
    }).then(
      (exchange) => {
        if (this.#aborted) return void exchange.on('error', () => undefined).destroy();
        this.#exchange = exchange;
        exchange.on('response', (answer) => this.#respond(answer));
        exchange.on('error', (error: NodeJS.ErrnoException) => this.#broken(error));
        // Node gives up a body once its answer is there; Chromium sends it to its end, or until a write fails.
        exchange.on('close', () => this.#bodyIsSent || this.#broken(new Error('closed')));
        if (body === null) for (const use of this.#waiting.splice(0)) use(exchange);
        else exchange.end(body, () => this.#sent());
      },
      (error: unknown) => {
        if (error instanceof ProxyAnswer) this.#refusedByProxy(error);
        else this.#fail(netError(error));
      },
    );
  }

  #sent(): void {
    this.#bodyIsSent = true;
    if (this.#early) this.#respond(this.#early);
  }

  #broken(error: NodeJS.ErrnoException) {
    if (this.#aborted) return;
    if (this.#early && !this.#bodyIsSent) {
      this.#bodyIsSent = true; // what the other side said before it hung up is read after all
      return this.#respond(this.#early);
    }
    const reused = this.#exchange?.reusedSocket === true && this.#answer === null;
    if (reused && /^(ECONNRESET|EPIPE|ECONNABORTED)$/.test(error.code ?? '')) {
      this.#exchange = null;
      if (!this.chunkedEncoding) return this.#open(); // Chromium sends it again
      // A body in pieces cannot be read twice: Electron throws where none may catch it, or Chromium fails.
      if (!this.writableEnded && this.#hasTakenPieces) throw new Error('two startReading calls???');
      return this.#fail('ERR_FAILED');
    }
    this.#fail(netError(error));
  }

  #respond(answer: NodeAnswer) {
    if (this.#aborted) return void answer.destroy();
    if (!this.#bodyIsSent) {
      this.#early = answer;
      return;
    }
    const { statusCode = 0, headers } = answer;
    if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined)
      return this.#redirect(statusCode, headers.location, answer);
    if (statusCode === 407) return this.#refusedByProxy(new ProxyAnswer(answer, false));
    const decoder = decoders[headers['content-encoding'] ?? '']?.();
    const message = new IncomingMessage(answer);
    this.#answer = message;
    const content = decoder ? answer.pipe(decoder) : answer;
    content.on('data', (bytes: Buffer) => {
      if (!message.push(bytes)) content.pause();
    });
    message.on('wanted', () => content.resume());
    content.on('end', () => message.push(null));
    const cut = headers['transfer-encoding'] === 'chunked' ? 'ERR_INCOMPLETE_CHUNKED_ENCODING' : 'ERR_CONTENT_LENGTH_MISMATCH';
    answer.on('error', (error: NodeJS.ErrnoException) => this.#fail(error.message === 'aborted' ? cut : netError(error)));
    decoder?.on('error', () => this.#fail('ERR_CONTENT_DECODING_FAILED'));
    message.once('close', () => answer.destroy());
    this.emit('response', message);
  }

  #redirect(statusCode: number, location: string, answer: NodeAnswer) {
    answer.destroy();
    const { redirect = 'follow', url, method = 'GET' } = this.#options;
    if (redirect === 'error') return this.#die(new Error("Attempted to redirect, but redirect policy was 'error'"));
    if (redirect === 'follow') return this.#die(new Error('the Electron host follows no redirect'));
    this.emit('redirect', statusCode, method, new URL(location, url).href, {});
    if (!this.#aborted) this.#die(new Error('Redirect was cancelled'));
  }

  /** The answer 407 is passed on; of a tunnel its text is held back, since anyone may have written it. */
  #refusedByProxy({ answer, isTunnel }: ProxyAnswer) {
    const message = new IncomingMessage(answer);
    this.#answer = message;
    this.emit('response', message);
    if (isTunnel) return void setImmediate(() => this.#fail('ERR_TUNNEL_CONNECTION_FAILED'));
    message.push(null);
  }

  #fail(code: string): void {
    if (this.#aborted) return;
    this.#die(new Error(`net::${code}`));
  }

  #die(error?: Error): void {
    // A stream that has ended says no more; Electron does.
    if (this.destroyed && error) this.emit('error', error);
    this.destroy(error);
    this.#answer?.destroy(error);
    this.#exchange?.destroy();
  }
}
