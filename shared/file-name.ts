import * as z from 'zod/mini';

/** A file name id of the data backend: one path segment with the file's extension. */
export const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9_-]{0,180}(?:\.[A-Za-z0-9_-]{1,20}){0,2}$/;

/** The id of an uploaded file. */
export const storedFileName = z
  .string('must be a text')
  .check(z.refine((value) => FILE_NAME.test(value), 'must be the id of an uploaded file'));
