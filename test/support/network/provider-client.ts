/** The provider client as the tests use it: small time-outs, a call, and a store for the received contents. */

import { networkSchema, signingProfileSchema } from '../doors/domain.ts';
import { connectSigning, type IncomingStore, type SentContent, type SigningCall, type SigningDeps } from '../doors/provider.ts';

export function client(origin: string, network: object = {}, parts: Partial<SigningDeps> = {}, signing: object = {}) {
  return connectSigning({
    signing: signingProfileSchema.parse({
      authUrl: origin,
      baseUrl: origin,
      clientId: 'client +&=',
      accountId: 'account-1',
      projectId: 'project-1',
      ...signing,
    }),
    network: networkSchema.parse({ proxy: 'none', ...network }),
    secret: async () => 's3cret &=+',
    ...parts,
  });
}

export const call = (over: Partial<SigningCall> = {}): SigningCall => ({
  documents: [{ reference: 'ref-1', fileName: 'contrato.pdf', content: pdf('%PDF-1.7 one') }],
  clientInfo: 'T-1',
  placement: { x1: 360, y1: 40, x2: 560, y2: 100, signaturePage: 3 },
  ...over,
});

export const pdf = (text: string): SentContent => sentBytes(Buffer.from(text));

/** Bytes as they are read from disk: piece by piece. */
export const sentBytes = (bytes: Uint8Array): SentContent => ({
  size: bytes.length,
  async *read() {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  },
});

/** Stores the text of each content; `live` counts those that were not discarded. */
export function memoryStore() {
  const contents: { text: string; closed: boolean; discarded: boolean }[] = [];
  const incoming: IncomingStore = {
    async open() {
      const one = { text: '', closed: false, discarded: false };
      contents.push(one);
      return {
        async write(text) {
          one.text += text;
        },
        async close() {
          one.closed = true;
        },
        async discard() {
          one.discarded = true;
        },
      };
    },
  };
  return { incoming, contents, live: () => contents.filter((one) => !one.discarded) };
}
