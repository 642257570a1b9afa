export { candidateName, safeName } from '../../../main/files/file-name.ts';
export { findWritten } from '../../../main/files/find-written.ts';
export { placeByLink, placeByReserving } from '../../../main/files/place.ts';
export { signedName } from '../../../main/files/signed-name.ts';
export { createEncodingGuess, encodingOf } from '../../../main/files/text-encoding.ts';
export { writeWhole } from '../../../main/files/write-whole.ts';
