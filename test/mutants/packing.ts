// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of what is packed for another system than the machine that packs. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const packing: Mutant[] = [
  ...mutantsOf(
    'scripts/lib/command-line.mjs',
    ['test/project/archive.test.ts'],
    [
      [
        'every target gets the keychain of the machine that packs',
        '`prebuilds/${platform}-${arch}/keytar.node`',
        '`prebuilds/${process.platform}-${arch}/keytar.node`',
      ],
      ['the program cannot be run by others', '? 0o755 : 0o644', '? 0o700 : 0o600'],
    ],
  ),
  ...mutantsOf(
    'vite.bundled-packages.ts',
    ['test/project/notices.test.ts'],
    [['what is copied next to the bundle has no notice', '[...scripts, ...styles, ...copied]', '[...scripts, ...styles]']],
  ),
];
