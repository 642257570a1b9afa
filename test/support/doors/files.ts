export { candidateName, safeName } from '../../../main/platform/files/file-name.ts';
export { findWritten } from '../../../main/platform/files/find-written.ts';
export { placeByLink, placeByReserving } from '../../../main/platform/files/place.ts';
export { signedName } from '../../../main/platform/files/signed-name.ts';
export { createEncodingGuess, encodingOf } from '../../../main/platform/files/text-encoding.ts';
export { writeWhole } from '../../../main/platform/files/write-whole.ts';
