export { channelNames, dropChannels, wireName } from '../../../shared/ipc/channels.ts';
export { contract, type StationApi } from '../../../shared/ipc/contract.ts';
export { externalLinks } from '../../../shared/links.ts';
