/** Names within the ZIP, such as every system can unpack beside each other. */
import { candidateName, fallbackStem } from '../../../platform/files/file-name.ts';

/** Bytes; leaves room for the folder that it is unpacked into (Windows: 260 in all). */
const longest = 120;

export type PartNames = {
  /** The same free name in each of the folders: `folders[0]/name`, `folders[1]/name`… */
  take(folders: readonly string[], wanted: string): string[];
};

export function createPartNames(): PartNames {
  const taken = new Set<string>();
  return {
    take(folders, wanted) {
      const name = wanted.normalize('NFC');
      for (let number = 1; ; number += 1) {
        const paths = folders.map((folder) => `${folder}/${candidateName(name, number, longest)}`);
        if (paths.some((path) => taken.has(folded(path)))) continue;
        for (const path of paths) taken.add(folded(path));
        return paths;
      }
    },
  };
}

/** Windows and macOS take names that differ in case alone for one, and macOS two spellings of an accent. */
const folded = (path: string): string => path.normalize('NFC').toUpperCase();

/** A PDF's name as one of a PDF. What begins with a dot would be hidden on most systems. */
export function pdfName(name: string): string {
  const ending = /\.pdf$/i.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length).replace(/^[\s.]+/, '');
  return `${stem === '' ? fallbackStem : stem}${ending || '.pdf'}`;
}
