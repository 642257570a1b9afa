/** The area on screen. */
import { create } from 'zustand';

export type View = 'sign' | 'queue' | 'screen' | 'customers' | 'inbox' | 'settings' | 'verify';

type ViewState = { view: View; shortcutsOpen: boolean; paletteOpen: boolean; reportOpen: boolean };

export const useView = create<ViewState>(() => ({ view: 'sign', shortcutsOpen: false, paletteOpen: false, reportOpen: false }));

export const goTo = (view: View): void => useView.setState({ view });
export const showReport = (reportOpen: boolean): void => useView.setState({ reportOpen });
export const showPalette = (paletteOpen: boolean): void => useView.setState({ paletteOpen });
export const showShortcuts = (shortcutsOpen: boolean): void => useView.setState({ shortcutsOpen });
