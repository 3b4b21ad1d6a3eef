/** A file's text, as the tests' bundler hands it over. */
declare module '*?raw' {
  const text: string;
  export default text;
}
