/** Names within the ZIP that every system can unpack into one folder. */
import { candidateName, fallbackStem } from '../../../platform/files/file-name.ts';

/** Leaves room for the path of the folder into which it is unpacked (Windows: 260 in all). */
const maxNameBytes = 120;

export type PartNames = {
  /** Reserves the same free name in each of the folders, and returns `folders[0]/name`, `folders[1]/name`… */
  take(folders: readonly string[], wanted: string): string[];
};

export function createPartNames(): PartNames {
  const taken = new Set<string>();
  return {
    take(folders, wanted) {
      const name = wanted.normalize('NFC');
      for (let number = 1; ; number += 1) {
        const paths = folders.map((folder) => `${folder}/${candidateName(name, number, maxNameBytes)}`);
        if (paths.some((path) => taken.has(folded(path)))) continue;
        for (const path of paths) taken.add(folded(path));
        return paths;
      }
    },
  };
}

/** Names that differ in case alone are the same on Windows and macOS, and two encodings of an accent on macOS. */
const folded = (path: string): string => path.normalize('NFC').toUpperCase();

/** Adds the ending where it is missing. A name that begins with a dot would be hidden on most systems. */
export function pdfName(name: string): string {
  const ending = /\.pdf$/i.exec(name)?.[0] ?? '';
  const stem = name.slice(0, name.length - ending.length).replace(/^[\s.]+/, '');
  return `${stem === '' ? fallbackStem : stem}${ending || '.pdf'}`;
}
