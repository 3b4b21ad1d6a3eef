/**
 * Number of the form of all stored tables: raise it with every change of a table. Until 1.0 there is one
 * form, and an edge begins anew where another is stored.
 */
export const FORM_NUMBER = 6;
