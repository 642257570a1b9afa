/** The mark of a first step, loaded when the first steps are shown. */
import { part } from '../../components/index.ts';

export const FirstStepMark = part(async () => (await import('./FirstSteps.tsx')).FirstStepMark, { ofFirstScreen: true });
