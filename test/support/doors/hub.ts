export { openHubRepository } from '../../../main/features/hub/hub-repository.ts';
