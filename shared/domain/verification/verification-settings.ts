/** Settings of a connection profile for the check of returned documents. */
import { z } from 'zod';
import { providerRuleSchema } from './provider-rule.ts';
import { withheldByDefault, withholdableSchema } from './verification.ts';

const certificate = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/** Splits a PEM text into its certificates, each with its two delimiter lines. */
export const certificatesIn = (pem: string): string[] => pem.match(certificate) ?? [];

export const maxProviderRules = 50;

/** Characters of all the provider's roots together. */
export const maxRootsLength = 200_000;

/** One of the provider's roots as the settings list it; times are ISO 8601 in UTC. */
export const rootFactsSchema = z.object({ pem: z.string(), name: z.string(), validFrom: z.string(), validTo: z.string() });
export type RootFacts = z.infer<typeof rootFactsSchema>;

export const verificationSettingsSchema = z.object({
  /**
   * PEM certificates of the provider's roots, in addition to those of the machine. See `demandsTrust`.
   */
  roots: z
    .string()
    .max(maxRootsLength)
    .refine((pem) => pem.trim() === '' || certificatesIn(pem).length > 0, 'roots are certificates as PEM')
    .default(''),
  /** Name in the signer's certificate, or its SHA-256 in hexadecimal; empty: anyone. */
  expectedSigner: z.string().trim().max(300).default(''),
  /** Remarks with which a document is withheld for a supervisor. */
  withheld: z.array(withholdableSchema).default([...withheldByDefault]),
  /** The provider rules. */
  rules: z.array(providerRuleSchema).max(maxProviderRules).default([]),
});
export type VerificationSettings = z.infer<typeof verificationSettingsSchema>;

/**
 * Whether an issuer outside of all roots is more than a remark, so that the document is withheld: the administrator has named the provider's
 * roots, or the signer by a name, which anyone can write into a certificate of their own.
 */
export const demandsTrust = ({ roots, expectedSigner }: VerificationSettings): boolean =>
  certificatesIn(roots).length > 0 || (expectedSigner !== '' && !/^[\s:\da-f]{64,}$/i.test(expectedSigner));
