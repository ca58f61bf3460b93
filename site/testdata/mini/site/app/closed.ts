export {}; // the page that it runs below
