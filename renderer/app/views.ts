/**
 * The areas of the window, each loaded when it is first shown, and the parts that one area shows of another. The sign area is loaded
 * at the start.
 */
import { part } from '../components/index.ts';

export const VisitsView = part(async () => (await import('../features/visits/VisitsView.tsx')).VisitsView);
export const InboxView = part(async () => (await import('../features/web-service/InboxView.tsx')).InboxView);
export const BulkView = part(async () => (await import('../features/screening/bulk/BulkView.tsx')).BulkView);
export const QueueView = part(async () => (await import('../features/signing/queue/QueueView.tsx')).QueueView);
export const ScreeningResult = part(async () => (await import('../features/screening/result/ScreeningResult.tsx')).ScreeningResult);
export const ScreeningView = part(async () => (await import('../features/screening/ScreeningView.tsx')).ScreeningView);
export const SettingsView = part(async () => (await import('../features/settings/SettingsView.tsx')).SettingsView);
export const VerifyView = part(async () => (await import('../features/verification/VerifyView.tsx')).VerifyView);
