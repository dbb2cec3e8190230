/* `capiz/client`: types of the module that the Vite plugin offers. */

declare module 'virtual:capiz' {
  import type { AppPlan, Plan } from '@capiz/renderer';

  /** What all screens share. */
  export const app: AppPlan;
  /** By screen. */
  export const plans: { readonly [screen: string]: Plan };
}
