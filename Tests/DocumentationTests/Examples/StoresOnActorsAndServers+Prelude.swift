let room = await ChatRoom()
let handle = room.handle
