/** The channels of the settings and of the placement presets. */
import type { Station } from '../../app/station.ts';
import { mountPointOf } from '../../platform/files/mount-point.ts';
import type { Dialogs } from '../dialogs.ts';
import { type HandlersOf, withoutUndefined } from './handler-support.ts';

type Deps = { station: Pick<Station, 'settings'>; dialogs: Pick<Dialogs, 'outputFolder'>; settingsChanged: () => Promise<void> };

export const settingsHandlers = ({ station: { settings }, dialogs, settingsChanged }: Deps): HandlersOf<'settings' | 'presets'> => ({
  'settings.set': async (part) => {
    const changed = settings.change(withoutUndefined(part));
    await settingsChanged();
    return changed;
  },
  'settings.chooseOutputFolder': async ({ beside }) => {
    const outputFolder = beside ? null : await dialogs.outputFolder();
    if (!beside && outputFolder === null) return settings.settings();
    const outputMount = outputFolder === null ? null : await mountPointOf(outputFolder);
    const changed = settings.change({ outputFolder, outputMount });
    await settingsChanged();
    return changed;
  },

  'presets.list': async () => settings.presets(),
  'presets.save': async (preset) => settings.savePreset(preset),
  'presets.remove': async ({ id }) => settings.removePreset(id),
});
