/** Connection profiles: addresses, account, project and open-point settings of one provider agreement. Secrets are in the vault. */
import { z } from 'zod';
import { type SecretName, secretNames } from '../closed-lists.ts';
import { placementConventionSchema } from '../placement/placement.ts';
import { ruleLimits, textRuleSchema } from '../text-rules.ts';
import { verificationSettingsSchema } from '../verification/verification-settings.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const withoutLogin = (url: URL): boolean => url.username === '' && url.password === '';

/** Secrets and customers' documents are sent there, so it is https, or this machine (Authentication, rule 3). */
const fullAddress = z
  .url({ protocol: /^https?$/ })
  // Also runs on a text that is no address at all, where `new URL` would throw.
  .refine((value) => {
    const url = URL.parse(value);
    return url === null || (withoutLogin(url) && (url.protocol === 'https:' || loopback.test(url.hostname)));
  }, 'an address is https and holds no user name or password');
/** Paths are appended to it. */
const address = fullAddress.transform((value) => value.replace(/\/+$/, ''));

/** Schemes of proxies, with their colon. */
export const proxySchemes = /^(https?|socks5):$/;

/** http://host:port or socks5://host:port, without a user name and password: these would be stored in the settings in clear. */
const proxyAddress = z.string().refine((value) => {
  const url = URL.parse(value);
  return value === '' || (url !== null && proxySchemes.test(url.protocol) && url.host !== '' && withoutLogin(url));
}, 'a proxy address is http, https or socks5 and holds no user name or password');

/** Characters that a header takes unchanged: visible ASCII and blanks. */
export const headerText = /^[\x20-\x7e]+$/;

const identifier = z.string().trim().min(1).regex(headerText, 'an identifier has letters, digits and signs of ASCII only');
const milliseconds = z.number().int().min(100).max(3_600_000);

const typedNetwork = z.object({
  /**
   * `station`: undici, with the proxy and the certificate file of this profile. `system`: Electron's `net`, with the proxies, the
   * authorities and the credentials for proxies of the operating system; in the application only.
   */
  transport: z.enum(['station', 'system']).default('station'),
  /** `system`: the operating system's proxy for the address. */
  proxy: z.enum(['system', 'none', 'address']).default('system'),
  /** Only for `address`; http://host:port or socks5://host:port */
  proxyAddress: proxyAddress.default(''),
  connectTimeout: milliseconds.default(10_000),
  /** From the last byte sent to the first byte of the answer: signing is synchronous and may be slow. */
  answerTimeout: milliseconds.default(120_000),
  /** Longest silence while the answer arrives. */
  silenceTimeout: milliseconds.default(30_000),
  /** Of a whole sign call, from its first byte to the last of its answer; of a search, of its answer alone; of a record, of an answer under 4 KiB a second. */
  callTimeout: milliseconds.default(600_000),
});
type TypedNetwork = z.infer<typeof typedNetwork>;
const hasProxy = ({ proxy, proxyAddress }: TypedNetwork): boolean => proxy !== 'address' || proxyAddress !== '';
const noProxy = { path: ['proxyAddress'], error: 'missing' };
/** Electron's `net` takes neither a proxy nor certificates for one request. */
const isOfSystem = ({ transport, proxy, caFile = '' }: TypedNetwork & { caFile?: string }): boolean =>
  transport === 'station' || (proxy === 'system' && caFile === '');
const notOfSystem = { path: ['transport'], error: 'with the transport of the system, the proxy is "system" and there is no caFile' };

/** How the station reaches the provider. */
export const networkSchema = typedNetwork
  .extend({
    /** PEM file with further certificate authorities, in addition to the system's; empty for none. */
    caFile: z.string().default(''),
  })
  .refine(hasProxy, noProxy)
  .refine(isOfSystem, notOfSystem);
export type Network = z.infer<typeof networkSchema>;

/** In days; sent documents are remembered this long. */
export const maxDuplicateWindowDays = 366;

export const signingProfileSchema = z.object({
  authUrl: address,
  baseUrl: address,
  clientId: identifier,
  accountId: identifier,
  projectId: identifier,
  /** Unit of `expires_in` of the signing token: not shown. */
  tokenLifetimeUnit: z.enum(['seconds', 'minutes']).default('seconds'),
  /**
   * What 429, and 503 with `Retry-After`, mean for documents of a call after its whole body was sent: not shown. `refused`: this
   * provider refuses before it signs.
   */
  busyAnswers: z.enum(['in-doubt', 'refused']).default('in-doubt'),
  maxDocumentsPerCall: z.number().int().min(1).max(1000).default(10),
  maxBytesPerCall: z.number().int().min(1024).default(20_971_520),
  /** Maximum number of concurrent calls. */
  concurrency: z.number().int().min(1).max(16).default(2),
  /** Days for which the same document is not sent again unless a person asks. */
  duplicateWindowDays: z.number().int().min(1).max(maxDuplicateWindowDays).default(30),
  placement: placementConventionSchema.prefault({}),
  verification: verificationSettingsSchema.prefault({}),
});
export type SigningProfile = z.infer<typeof signingProfileSchema>;

export const validationProfileSchema = z.object({
  baseUrl: address,
  /** Fixed text and named gaps in braces, in place of the two segments; their meaning is not shown (endpoint E). */
  path: z
    .string()
    .regex(/^(?:[\w\-.~!$&'()*+,;=:@%/]|\{[\w-]+\})+$/, 'a path has fixed text, and names in braces')
    .default('api/{a}/Validation/{b}'),
  /** Both are shown: query parameters in the table, headers in an example. */
  flagsAs: z.enum(['query', 'headers']).default('query'),
  /** Gaps that take the transaction number and the identification; empty: none, but a path's only gap takes the transaction number. */
  transactionPart: z.string().default(''),
  identificationPart: z.string().default(''),
});
export type ValidationProfile = z.infer<typeof validationProfileSchema>;

/** Returns the names of a path's gaps, in order. */
export const gapsOf = (path: string): string[] => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);

/** Fields of the query form in the order of the path, and which of them are known from the visit; null where none is. */
export function partsOf({ path, transactionPart, identificationPart }: ValidationProfile): ValidationPathParts {
  const parts = gapsOf(path);
  const known = (name: string) => (parts.includes(name) ? name : null);
  const identification = known(identificationPart);
  const only = parts.length === 1 && identification === null ? (parts[0] ?? null) : null;
  return { parts, transaction: known(transactionPart) ?? only, identification };
}
/** Whether the query takes only a transaction number: then the station can ask about a document in doubt. */
export const takesTransactionAlone = ({ parts, transaction }: ValidationPathParts): boolean => parts.length === 1 && transaction !== null;
/** Returns the transaction number among the values of a query's parts; empty where the profile does not say which part is it. */
export const queriedTransactionOf = ({ parts, transaction }: ValidationPathParts, values: readonly string[]): string =>
  transaction === null ? '' : (values[parts.indexOf(transaction)] ?? '');
export const validationPathPartsSchema = z.object({
  parts: z.array(z.string()),
  transaction: z.string().nullable(),
  identification: z.string().nullable(),
});
export type ValidationPathParts = z.infer<typeof validationPathPartsSchema>;

const judicialFlags = ['SearchJudicialBranch', 'SearchtJudicialBranch'] as const;
/** Returns the members of a search request by which the judicial branch is searched. */
export const judicialFlagsOf = (flag: SearchProfile['judicialFlag']): readonly string[] => (flag === 'both' ? judicialFlags : [flag]);

export const searchProfileSchema = z.object({
  /** The full address, used as typed, with its last slash. */
  url: fullAddress,
  projectName: identifier,
  /**
   * Both spellings are shown; which one the service accepts is not. `both`: one that ignores unknown members answers the wrong spelling like
   * a search without findings.
   */
  judicialFlag: z.enum([...judicialFlags, 'both']).default('SearchJudicialBranch'),
  /** Maximum concurrent screenings of a run, and maximum started per minute (0: no limit). Rate limits: not shown. */
  concurrency: z.number().int().min(1).max(32).default(4),
  perMinute: z.number().int().min(0).max(100_000).default(0),
  /** Rules on what the sources' answers mean, beyond the usual sentences; the first that fits counts. */
  rules: z.array(textRuleSchema).max(ruleLimits.rules).default([]),
});
export type SearchProfile = z.infer<typeof searchProfileSchema>;

/** A profile file of the command line (design, section 6); a section that is absent is not set up. */
export const profileSchema = z.object({
  name: z.string().trim().min(1).max(80),
  network: networkSchema.prefault({}),
  signing: signingProfileSchema.optional(),
  validation: validationProfileSchema.optional(),
  search: searchProfileSchema.optional(),
});
export type Profile = z.infer<typeof profileSchema>;
export type ProfileInput = z.input<typeof profileSchema>;

/** A profile as the page may send it: the CA file is left out, since only main's dialog names one. */
export const typedProfileSchema = profileSchema.extend({
  network: typedNetwork.refine(hasProxy, noProxy).refine(isOfSystem, notOfSystem).prefault({}),
});
export type TypedProfile = z.infer<typeof typedProfileSchema>;

export const storedProfileSchema = profileSchema.extend({ id: z.string() });
export type StoredProfile = z.infer<typeof storedProfileSchema>;

export const secretNameSchema = z.enum(secretNames);

/** Whether a secret can be sent: an API key goes into a header, without the blanks around it; the client secret into a form. */
export const isSendable = (name: SecretName, value: string): boolean => name === 'clientSecret' || headerText.test(value.trim());

export type SecretAddresses = Record<SecretName, string>;

/**
 * Where each secret, and the data fetched with it, goes: scheme, host and port of every address; empty where that is not set up.
 * Plain HTTP, which is for this machine only, can be read by a proxy, and so the proxy counts too.
 */
export function secretAddresses({ network, signing, validation, search }: TypedProfile): SecretAddresses {
  const place = (address: string): string => {
    const { origin, protocol } = new URL(address);
    return protocol === 'http:' && network.proxy === 'address' ? `${origin} by ${network.proxyAddress}` : origin;
  };
  return {
    clientSecret: signing ? `${place(signing.authUrl)} ${place(signing.baseUrl)}` : '',
    searchApiKey: search ? place(search.url) : '',
    validationApiKey: validation ? place(validation.baseUrl) : '',
  };
}
