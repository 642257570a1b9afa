/**
 * Runs before anything else of the page. Electron security checklist 7: with Trusted Types required by
 * the content security policy, text becomes a script address only through this policy, and only when it
 * is one of our own files (pdf.js starts its worker from such a text). The only HTML from text is the empty
 * one: react-aria's announcer empties its log so.
 */
type TrustedTypes = { createPolicy(name: string, rules: Record<'createScriptURL' | 'createHTML', (text: string) => string>): unknown };

const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createScriptURL(text) {
    if (new URL(text, location.href).origin !== location.origin) throw new TypeError('script address refused');
    return text;
  },
  createHTML(text) {
    if (text !== '') throw new TypeError('HTML from text refused');
    return text;
  },
});

// zod would otherwise try whether it may compile code, which the policy answers with a violation report. zod is loaded with the areas that
// need it, and takes its settings from here.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
