export {}; // for pages of others
