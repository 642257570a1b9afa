/** Whether the form around is being saved. */
import { createContext } from 'react';

export const SavingContext = createContext(false);
