/** Limits on callers; calls beyond them are refused. The description states none (section Limits: not shown). */
const mib = 1024 * 1024;

/** `bytes` in memory; `calls` that wait, and milliseconds that one of them waits. */
export type AdmissionLimits = { bytes: number; calls: number; time: number };

export type Limits = {
  /** Connections at once, in total and per address. A reverse proxy has the connections of all its callers, so only the total applies to it. */
  connections: number;
  connectionsOfOne: number;
  callsOfConnection: number;
  /** Bytes of a request's line and headers. */
  header: number;
  /** Bytes of the token endpoint's form. */
  form: number;
  /** Bodies of the documents endpoint in memory at once, and bodies that wait for memory. */
  bodies: AdmissionLimits;
  /** Milliseconds for the TLS handshake, the headers, the whole request, and between two requests. */
  handshake: number;
  headers: number;
  request: number;
  idle: number;
  /** Milliseconds without a byte in either direction. */
  silence: number;
  /** How often the time limits are checked. */
  check: number;
  /** Bytes that a body must bring, and an answer must take, within `every` milliseconds. */
  pace: { bytes: number; every: number };
  /** The part of an unwanted body that is read, so that its sender reads the answer: bytes and milliseconds. */
  unwanted: { bytes: number; time: number };
  /** Milliseconds for accepted calls to finish when the service closes. */
  closing: number;
  /** How often the certificate's files are checked. */
  certificate: number;
};

export const defaultLimits = (bodyMiB: number): Limits => ({
  connections: 256,
  connectionsOfOne: 64,
  callsOfConnection: 1000,
  header: 16 * 1024,
  form: 4 * 1024,
  // Callers wait at least this long for an answer; each connection has at most one waiting body.
  bodies: { bytes: Math.max(64, 2 * bodyMiB) * mib, calls: 256, time: 20_000 },
  handshake: 10_000,
  headers: 10_000,
  // A megabit a second for what is larger than a minute takes at that pace.
  request: Math.max(60_000, bodyMiB * 8_000),
  idle: 5_000,
  silence: 120_000,
  check: 1_000,
  pace: { bytes: 5 * 1024, every: 10_000 },
  unwanted: { bytes: 16 * mib, time: 5_000 },
  closing: 20_000,
  certificate: 60_000,
});

/** The longest body of the documents endpoint, in bytes. */
export const maxBodyBytes = (bodyMiB: number): number => bodyMiB * mib;
