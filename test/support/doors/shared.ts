export { answerName, type ChannelName, channelNames, dropChannels, eventNames, wireName } from '../../../shared/ipc/channels.ts';
export { contract, type RequestOf, type StationApi } from '../../../shared/ipc/contract.ts';
