/** The public interface of the hub: the only file that other areas import. */
export { openHubRepository } from './hub-repository.ts';
export { claimsFrom, createHub, type Hub, type HubService } from './hub-service.ts';
export { defaultPace, type ReceivingPace } from './receive-events.ts';
