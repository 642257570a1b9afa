/** The area on screen. */
import { create } from 'zustand';

export type View = 'sign' | 'queue' | 'screen' | 'customers' | 'inbox' | 'settings' | 'verify';

type ViewState = { view: View; shortcutsOpen: boolean };

export const useView = create<ViewState>(() => ({ view: 'sign', shortcutsOpen: false }));

export const goTo = (view: View): void => useView.setState({ view });
export const showShortcuts = (shortcutsOpen: boolean): void => useView.setState({ shortcutsOpen });
