console.log("the client");
